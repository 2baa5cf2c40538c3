// A game looked back on: one turn at a time, what was certain then, and the proof of whatever is tapped.
import { $, all, say, set } from "./app.js";

const page = $("[data-debrief]");
const texts = page.dataset;
const turns = all(".turns > li");
const slider = $("#turn");
const cursor = $(".cursor");
const across = ($(".curve.own polyline")?.getAttribute("points") ?? "").split(" ").map((point) => point.split(",")[0]);
const certain = $(".certain");
const known = new Map(); // turn -> what was certain then
let at = -1;
let asking = 0;

async function told(path) {
  const reply = await fetch(`${texts.debrief}/${path}`, { signal: AbortSignal.timeout(30000) });
  const data = await reply.json();
  if (!reply.ok) throw data.error;
  return data;
}

function element(name, text, more = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, more);
}

// --- one turn after the other

function show(turn) {
  const next = Math.max(0, Math.min(turns.length - 1, turn));
  if (next === at) return;
  at = next;
  turns.forEach((line, i) => {
    set(line, "hidden", i !== at);
  });
  set(slider, "value", String(at));
  slider.setAttribute("aria-valuetext", $("b", turns[at]).textContent);
  for (const end of ["x1", "x2"]) cursor?.setAttribute(end, across[at]);
  for (const button of all("[data-step]")) {
    const last = Number(button.dataset.step) < 0 ? 0 : turns.length - 1;
    button.setAttribute("aria-disabled", String(at === last));
  }
  history.replaceState(null, "", `#${at}`);
  for (const link of all(".eyes a")) link.hash = at; // other eyes look at the same turn
  if (certain) {
    clearTimeout(asking);
    if (known.has(at)) list(known.get(at));
    else asking = setTimeout(ask, 200, at); // whoever slides past a turn does not ask for it
  }
}

async function ask(turn) {
  try {
    const found = (await told(`${turn}.json`)).certain;
    known.set(turn, found);
    if (turn === at) list(found);
  } catch (trouble) {
    say(String(trouble));
  }
}

function list(facts) {
  const place = $("ul", certain);
  place.replaceChildren(...facts.map(line));
  if (!facts.length) place.append(element("li", texts.none, { className: "hint" }));
  certain.hidden = false;
}

function line(fact) {
  const row = element("li", `${fact.says} `);
  if (fact.new) row.append(element("b", texts.new), " ");
  const button = element("button", texts.why, { type: "button", className: "quiet" });
  button.dataset.why = fact.why;
  button.setAttribute("aria-expanded", "false");
  row.append(button);
  return row;
}

// --- proofs, for what is tapped

async function prove(button) {
  const row = button.parentNode;
  let proof = $("ol", row);
  if (!proof) {
    button.disabled = true;
    try {
      const lines = (await told(button.dataset.why)).proof;
      proof = element("ol", "", { className: "proof" });
      proof.hidden = true;
      proof.append(...lines.map((each) => element("li", each)));
      row.append(proof);
    } catch (trouble) {
      return say(String(trouble));
    } finally {
      button.disabled = false;
      button.focus();
    }
  }
  proof.hidden = !proof.hidden;
  button.setAttribute("aria-expanded", String(!proof.hidden));
}

page.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button?.dataset.why) prove(button);
  else if (button?.dataset.step) show(at + Number(button.dataset.step));
});
slider.addEventListener("input", () => show(Number(slider.value)));
addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || 0));
$(".stepper").hidden = false;
show(Number(location.hash.slice(1)) || 0);
