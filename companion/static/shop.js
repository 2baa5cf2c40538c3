// The print shop: what is chosen is drawn on the laptop, apart from what serves the phones; pages come as they are seen.
import { $, all, say, set } from "./app.js";

const TAB = [...crypto.getRandomValues(new Uint8Array(8))].map((n) => n.toString(16)).join("");
const KEPT = "sousmain-shop"; // how this browser printed last
const HABITS = ["paper", "ink", "sides", "printer"];
const SOON = 120; // ms after the last key or tap

export const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, key) => facts[key]);

export async function ask(path, data, signal) {
  const headers = { "X-Csrf": document.body.dataset.csrf };
  const raw = data instanceof Blob;
  if (!raw) headers["Content-Type"] = "application/json";
  const reply = await fetch(`/shop/${path}`, {
    method: "POST",
    headers,
    body: raw ? data : JSON.stringify(data),
    signal,
  });
  if (reply.ok) return reply;
  const told = await reply.json();
  throw Object.assign(new Error(told.error), { field: told.field ?? "", status: reply.status });
}

export function address(blob) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = failed;
    reader.readAsDataURL(blob);
  });
}

export async function keepFile(reply) {
  const name = /filename="([^"]+)"/.exec(reply.headers.get("Content-Disposition"))?.[1] ?? "sousmain";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await reply.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// What a field says, by its widget; a file is told by the word that stands for it since it was sent.
const READ = {
  choice: (box) => {
    const chosen = $("input:checked", box);
    return chosen?.hasAttribute("data-other") ? $(".other", box).value : (chosen?.value ?? "");
  },
  text: (box) => $("input", box).value,
  switch: (box) => $("input", box).checked,
  file: (box) => $("input", box).dataset.word ?? "",
  components: (box) => all("input:checked", box).map((each) => each.value),
  copies: (box) => all("input", box).flatMap((each) => (each.value ? [`${each.dataset.of}=${each.value}`] : [])),
};

// All that a form says: nothing of fields that are empty.
export function read(form) {
  const found = {};
  for (const box of all("[data-field]", form)) {
    const value = READ[box.dataset.widget](box);
    if (value?.length || value === true) found[box.dataset.field] = value;
  }
  return found;
}

// The other way: puts words into the fields of a form, and leaves those alone that are not told.
const WRITE = {
  choice: (box, value) => {
    const listed = all("input[type=radio]", box);
    const known = listed.find((each) => each.value === value && !each.hasAttribute("data-other"));
    const chosen = known ?? listed.find((each) => each.hasAttribute("data-other"));
    if (!chosen) return;
    chosen.checked = true;
    const other = $(".other", box);
    if (!other) return;
    other.hidden = chosen === known;
    if (!known) other.value = value;
  },
  text: (box, value) => {
    $("input", box).value = Array.isArray(value) ? value.join(", ") : value;
  },
  switch: (box, value) => {
    $("input", box).checked = value;
  },
  components: (box, value) => {
    const named = value.flatMap((each) => each.split(",")).map((each) => each.trim());
    for (const each of all("input", box)) each.checked = named.includes(each.value);
  },
  copies: (box, value) => {
    for (const pair of value.flatMap((each) => each.split(","))) {
      const [name, count] = pair.split("=").map((each) => each.trim());
      const input = $(`input[data-of="${CSS.escape(name)}"]`, box);
      if (input) input.value = count;
    }
  },
};

export function write(form, words) {
  for (const [name, value] of Object.entries(words)) {
    const box = $(`[data-field="${name}"]`, form);
    if (box) WRITE[box.dataset.widget]?.(box, value);
  }
}

// Tells what is wrong beside the field it is about, else at the foot of the form. What is said of a name to keep choices under
// is not about the order: a drawing that comes later leaves it.
export function complain(form, flaw) {
  for (const place of all(".flaw[role]", form)) if (!place.closest(".keeping")) place.hidden = true;
  if (!flaw) return;
  const box = flaw.field ? $(`[data-field="${flaw.field}"]`, form) : null;
  const place = box ? $(".flaw", box) : $(":scope > .flaw[role], .till > .flaw", form);
  place.textContent = flaw.message;
  place.hidden = false;
  const more = box?.closest("details");
  if (more) more.open = true;
}

// Where another value than those listed may be written, the field for it comes with its choice.
document.addEventListener("change", ({ target }) => {
  const other = target.type === "radio" && $(".other", target.closest("fieldset"));
  if (!other) return;
  other.hidden = !target.hasAttribute("data-other");
  if (!other.hidden) other.focus();
});

// --- the shelf: pictures come one kit after the other

export const seen = (act) =>
  new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) act(target, isIntersecting);
    },
    { rootMargin: "200px" },
  );

async function stock() {
  for (const strip of all("[data-sheets]")) {
    try {
      const { pictures } = await (await fetch(strip.dataset.sheets)).json();
      for (const source of pictures ?? []) {
        const picture = new Image();
        picture.alt = "";
        picture.src = source;
        strip.append(picture);
      }
    } catch {
      return; // the kit is there without them
    }
  }
}
if ($(".kits")) stock();

// --- the order

const main = $("main[data-order]");
if (main) order(main.dataset.order);

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function order(game) {
  const form = $("form.order");
  let wish = Date.now(); // grows over reloads, too
  let drawing = null; // what can be called off
  let timer = 0;
  let shown = []; // pages of the newest drawing
  let words = {};

  function restore() {
    const wanted = new URLSearchParams(location.search).get("spares");
    write(form, kept());
    if (!wanted) return;
    write(form, { spares: wanted });
    $("details.more", form).open = true;
  }

  function remember() {
    const habits = Object.fromEntries(HABITS.filter((name) => words[name]).map((name) => [name, words[name]]));
    try {
      localStorage.setItem(KEPT, JSON.stringify(habits));
    } catch {
      // a private window keeps nothing
    }
  }

  const facts = $(".facts");
  const tell = (text) => set($("span", facts), "textContent", text);

  async function draw() {
    drawing?.abort();
    const mine = new AbortController();
    drawing = mine;
    wish += 1;
    words = read(form);
    remember();
    main.dataset.state = "drawing";
    const slow = setTimeout(() => tell(facts.dataset.drawing), 700);
    try {
      const made = await (await ask("draw", { game, words, tab: TAB, wish }, mine.signal)).json();
      if (drawing !== mine) return;
      complain(form, null);
      const cut = made.strokes ? fill(facts.dataset.cuts, made) : facts.dataset.none;
      tell(`${fill(facts.dataset.sheets, made)} · ${cut}`);
      const advice = $(".advice");
      advice.replaceChildren(
        ...made.advice.map((line) => Object.assign(document.createElement("li"), { textContent: line })),
      );
      advice.hidden = !made.advice.length;
      lay(made.shown);
      main.dataset.state = "drawn";
    } catch (flaw) {
      if (flaw.name === "AbortError" || drawing !== mine || flaw.status === 409) return;
      tell("");
      complain(form, flaw.status ? flaw : { message: $("button.main", form).dataset.lost });
      main.dataset.state = "flawed";
    } finally {
      clearTimeout(slow);
    }
  }

  const soon = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(draw, ms);
  };

  // --- pages: those in sight are drawn, one after the other; a picture of before stays until the new one is there

  const sight = new Set();
  let fetching = false;
  const watcher = seen((item, here) => {
    if (here) sight.add(item);
    else sight.delete(item);
    fetchPages();
  });

  function lay(sides) {
    const list = $(".sheets");
    const items = all("li", list);
    for (const item of items.splice(sides.length)) {
      watcher.unobserve(item);
      sight.delete(item);
      item.remove();
    }
    shown = sides.map((side, i) => {
      const item = items[i] ?? list.appendChild(blank());
      const picture = $("img", item);
      picture.width = 600;
      picture.height = Math.round(600 * side.ratio);
      picture.alt = side.title;
      picture.classList.add("stale");
      $("figcaption", item).textContent = `${i + 1}. ${side.title}`;
      item.dataset.stale = "1";
      item.dataset.page = i;
      if (!items[i]) watcher.observe(item);
      return item;
    });
    fetchPages();
  }

  function blank() {
    const item = document.createElement("li");
    const figure = item.appendChild(document.createElement("figure"));
    figure.append(new Image(), document.createElement("figcaption"));
    return item;
  }

  async function fetchPages() {
    if (fetching) return;
    fetching = true;
    try {
      for (let item = next(); item; item = next()) {
        const mine = drawing;
        const page = Number(item.dataset.page);
        const width = Math.min(1200, Math.round($("img", item).clientWidth * Math.min(devicePixelRatio, 2)) || 400);
        try {
          const reply = await ask(
            "page",
            { game, words, tab: TAB, wish, page, width: Math.max(100, width) },
            mine.signal,
          );
          const source = await address(await reply.blob());
          if (drawing !== mine) continue;
          const picture = $("img", item);
          picture.src = source;
          picture.classList.remove("stale");
          delete item.dataset.stale;
        } catch {
          if (drawing === mine) delete item.dataset.stale; // it is asked for again with the next choice
        }
      }
    } finally {
      fetching = false;
    }
  }

  function next() {
    if (main.dataset.state === "flawed") return null;
    return shown.find((item) => item.dataset.stale && sight.has(item));
  }

  // --- what is done to the form

  form.addEventListener("input", (event) => {
    if (event.target.type !== "file") soon(event.target.type === "text" ? 3 * SOON : SOON);
  });
  form.addEventListener("change", async ({ target }) => {
    const box = target.closest("[data-field]");
    if (target.type === "file") {
      target.dataset.word = "";
      const [file] = target.files;
      try {
        if (file) {
          const reply = await ask(`upload?name=${encodeURIComponent(file.name)}`, file);
          target.dataset.word = (await reply.json()).word;
        }
        draw();
      } catch (flaw) {
        complain(form, { message: flaw.message, field: box.dataset.field });
      }
    }
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = $("button.main", form);
    if (button.classList.contains("busy")) return;
    button.classList.add("busy");
    clearTimeout(timer);
    words = read(form);
    try {
      await keepFile(await ask("file", { game, words, tab: `${TAB}-file`, wish: ++wish }));
    } catch (flaw) {
      if (flaw.status) complain(form, flaw);
      else say(button.dataset.lost);
    } finally {
      button.classList.remove("busy");
    }
  });

  // --- choices that were kept

  const presets = $(".presets", form);
  presets.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-preset]");
    if (!button) return;
    form.reset();
    for (const file of all("input[type=file]", form)) delete file.dataset.word; // what was sent goes with its name
    const hint = $(".hint", presets);
    hint.textContent = fill(hint.dataset.lacks, { name: button.textContent, options: button.dataset.lacks });
    hint.hidden = !button.dataset.lacks;
    write(form, JSON.parse(button.dataset.preset));
    draw();
  });

  // Lists a preset with the others, or in the place of the one that it replaces.
  function list({ name, words, lacks }) {
    const known = all("[data-preset]", presets).find((button) => button.textContent === name);
    const button = known ?? $(".pills", presets).appendChild(document.createElement("button"));
    Object.assign(button, { type: "button", className: "quiet", textContent: name });
    Object.assign(button.dataset, { preset: JSON.stringify(words), lacks });
    presets.hidden = false;
  }

  const keep = $("[data-keep]", form);
  keep.addEventListener("click", async () => {
    const name = form.elements.keep.value;
    const place = $(".keeping .flaw", form);
    try {
      const made = await (await ask("keep", { game, words: read(form), name })).json();
      list(made);
      say(fill(keep.dataset.keep, made), true);
      place.textContent = made.left ? fill(keep.dataset.left, made) : "";
      place.hidden = !made.left;
    } catch (flaw) {
      place.textContent = flaw.message;
      place.hidden = false;
    }
  });
  form.elements.keep.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // else it would save the PDF, as in any other field
    keep.click();
  });
  restore();
  draw();
}
