// The puzzle of the day: crosses, what was filled in and how long it took stay on this device.
import { $, all, post, say, set } from "./app.js";

const page = $("[data-puzzle]");
const KEY = "sousmain-puzzles";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function keep(name, what) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [name]: what }));
  } catch {
    // a private window keeps nothing
  }
}

const before = (day) => new Date(Date.parse(`${day}T12:00Z`) - 86400000).toISOString().slice(0, 10);

// Days in a row, up to that one, on which any puzzle of that day was solved.
function streak(day) {
  const solved = new Set(
    Object.entries(kept())
      .filter(([, what]) => what.time)
      .map(([name]) => name.slice(0, 10)),
  );
  let count = 0;
  for (let at = day; solved.has(at); at = before(at)) count += 1;
  return count;
}

for (const link of all("[data-solved]")) if (kept()[link.dataset.solved]?.time) link.classList.add("done");

if (page) play(page.dataset.puzzle);

function play(name) {
  const mine = { crosses: [], clues: [], answer: {}, told: [], since: Date.now(), ...kept()[name] };
  const form = $("form.answer");
  const base = form.dataset.check;
  const store = () => keep(name, mine);

  const mark = (button, list, id) => {
    set(button, "ariaPressed", String(list.includes(id)));
    button.addEventListener("click", () => {
      const at = list.indexOf(id);
      if (at < 0) list.push(id);
      else list.splice(at, 1);
      set(button, "ariaPressed", String(at < 0));
      store();
    });
  };
  for (const cell of all(".cross")) mark(cell, mine.crosses, cell.dataset.cell);
  all(".clue").forEach((clue, i) => {
    mark(clue, mine.clues, i);
  });
  for (const field of form.elements) {
    if (!field.name) continue;
    field.value = mine.answer[field.name] ?? "";
    field.addEventListener("change", () => {
      mine.answer[field.name] = field.value;
      store();
    });
  }

  function told(line) {
    const item = document.createElement("li");
    item.textContent = line;
    $(".steps").append(item);
  }
  mine.told.forEach(told);

  // Beside the button that asked for it, where it covers nothing; there before its words are, or nobody hears them.
  function judged(sentence, right) {
    const verdict = $(".verdict");
    verdict.hidden = false;
    verdict.textContent = sentence;
    verdict.classList.toggle("right", right);
  }

  function ended(sentence) {
    judged(sentence, true);
    const share = $(".share");
    const { told: words, game, day, date, level } = share.dataset;
    const seconds = Math.round(mine.time / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    const facts = { game, day: date, level, time, steps: mine.told.length };
    const line = words.replace(/\{(\w+)\}/g, (_, key) => facts[key]);
    const days = share.dataset.streak.replace("{count}", streak(day));
    $("output", share).textContent = `${line}. ${days}.`;
    share.hidden = false;
  }
  if (mine.time) ended(mine.says);

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    const answer = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value)]));
    const reply = await ask("check", { answer });
    if (!reply) return;
    if (reply.right) {
      mine.time ??= Date.now() - mine.since;
      mine.says = reply.says;
      store();
      ended(reply.says);
    } else judged(reply.says, false);
    $(".verdict").scrollIntoView({ block: "center" });
  });
  $("[data-next]").addEventListener("click", async () => {
    const reply = await ask("step", { told: mine.told.length });
    if (!reply) return;
    mine.told.push(reply.says);
    store();
    told(reply.says);
    $(".steps").lastElementChild.scrollIntoView({ block: "nearest" });
  });
  $("[data-copy]").addEventListener("click", async () => {
    const text = $(".share output").textContent;
    try {
      await navigator.clipboard.writeText(text);
      say($(".share").dataset.copied, true);
    } catch {
      say(text, true); // a laptop in a living room has no certificate: it is shown, to copy by hand
    }
  });
  store();

  async function ask(what, data) {
    try {
      const reply = await post(`${base}/${what}`, data);
      const found = await reply.json();
      if (reply.ok) return found;
      say(found.error);
    } catch {
      say($("#banner").dataset.lost);
    }
    return null;
  }
}
