// Allo... la France: a tap on the map chooses a city, keys dial a number.
import { $, all, onUpdate, set } from "./app.js";
import "./ground.js";

// A sheet has more than a hundred boxes that differ in their names alone: here they are put into their cells.
function boxes() {
  for (const old of all("td:not([data-box]) > input[data-own]")) old.remove();
  for (const cell of all("td[data-box]")) {
    const { told = "" } = cell.dataset;
    const input = $("input", cell) ?? document.createElement("input");
    set(input, "placeholder", told);
    if (input.parentNode) continue;
    const table = cell.closest("table");
    const { part, seats } = table.dataset;
    const [code] = cell.parentNode.cells[0].children;
    const note = `m.${seats[cell.cellIndex - 1]}.${part}${code.textContent}`;
    const person = $(`tr :nth-child(${cell.cellIndex + 1}) [aria-label]`, table.tHead).ariaLabel;
    Object.assign(input, {
      className: "markbox",
      readOnly: true,
      ariaLabel: `${person}: ${cell.parentNode.cells[0].lastChild.data.trim()}`,
    });
    Object.assign(input.dataset, { own: "1", marks: " ✕●?", note });
    cell.prepend(input);
  }
}
onUpdate(boxes);

// What can stand on the plates of a part, as the marking sheet has it: rows of code and name.
const plates = (part) =>
  all(`.sheet[data-part="${part}"] tbody th`).map(({ firstChild, lastChild }) => [
    firstChild.textContent,
    lastChild.data.trim(),
  ]);

function choice(code, name) {
  const label = document.createElement("label");
  const span = document.createElement("span");
  const small = Object.assign(document.createElement("small"), { textContent: code });
  span.append(small, name);
  label.append(
    Object.assign(document.createElement("input"), { type: "radio", name: "value", value: code, required: true }),
    span,
  );
  return label;
}

// Calls differ in whom one calls and in what was heard: what is the same in all of them is put into each from one template.
const SIGN = { yes: "●", no: "✕" };
function furnish(dialog, { id, content, dataset: words }) {
  const { to, free, ask, guess, heard } = dialog.dataset;
  if ($("[data-from]", dialog)?.dataset.from !== id) {
    for (const old of all("[data-from]", dialog)) old.remove();
    const own = [...content.cloneNode(true).children];
    for (const part of own) Object.assign(part.dataset, { own: "1", from: id });
    $(".row", dialog).after(...own);
    for (const names of all(".names", dialog))
      for (const [code, name] of plates(names.dataset.part)) names.append(choice(code, name));
  }
  for (const form of all("form", dialog)) {
    const [, about] = form.className.split("q-");
    const { elements, dataset } = form;
    Object.assign(elements.to, { value: to });
    Object.assign(elements.free, { value: free });
    form.id = `${dialog.id}-${about}`;
    dataset.offer = dataset.kind === "ask" ? ask : guess;
  }
  for (const old of all(".names b", dialog)) old.remove();
  for (const each of heard.split(" ").filter(Boolean)) {
    const [about, code, yes] = each.split(/[.:]/);
    const sign = Object.assign(document.createElement("b"), {
      role: "img",
      ariaLabel: words[yes],
      textContent: SIGN[yes],
    });
    $(`.q-${about} [value="${code}"] + span`, dialog).append(sign);
  }
  const far = $("p[hidden]:not(.heard)", dialog)?.innerHTML ?? "";
  const line = $(".heard", dialog);
  set(line, "innerHTML", far);
  set(line, "hidden", !far);
}
onUpdate(() => {
  const common = $("template[id^=calling]");
  if (common) for (const dialog of all("dialog.call")) furnish(dialog, common);
});

const CODE = 2; // digits of each part of a number
const NEAR = 40; // px between a finger and the city it means
const RING = 14; // px from the corner of a ring to its middle

// The choice of a city on the form that is seen.
const choiceOf = (ring) => all(`.mover [value="${ring.dataset.city}"]`).find((each) => each.form.offsetParent);

// Under the keys: what was dialled, part by part, with the names it stands for.
function spell(field, names) {
  const { value, form } = field;
  const spelled = all(".slot", form).map((slot, i) => {
    const [digits, text] = slot.children;
    const code = value.slice(CODE * i, CODE * (i + 1));
    const name = names[i][code];
    const state = !name && code.length === CODE ? "bad" : Math.floor(value.length / CODE) === i ? "next" : "";
    set(digits, "textContent", code.padEnd(CODE, "·"));
    set(text, "textContent", name || text.dataset[state] || text.dataset.part);
    set(slot, "className", `slot ${state}`);
    return name;
  });
  set(form.lastElementChild, "disabled", !spelled.every(Boolean));
}

function mark() {
  const names = [..."csfj"].map((part) => Object.fromEntries(plates(part)));
  for (const field of all("[data-dial]")) spell(field, names);
  for (const ring of all(".ring")) ring.classList.toggle("on", Boolean(choiceOf(ring)?.checked));
  for (const goal of all(".goal"))
    set(goal, "textContent", $(":checked + span", goal.closest("button").form)?.lastChild.data || "…");
}

function dial({ form, dataset: { key } }) {
  const field = $("[data-dial]", form);
  if (key === "x") field.value = "";
  else if (key === "<") field.value = field.value.slice(0, -1);
  else field.value = (field.value + key).slice(0, 4 * CODE);
}

// The lit city nearest to the finger, if one is near.
function choose(map, { clientX, clientY }) {
  const off = (ring) => {
    const { x, y } = ring.getBoundingClientRect();
    return Math.hypot(clientX - x - RING, clientY - y - RING);
  };
  const lit = all(".ring", map).filter((ring) => choiceOf(ring) && off(ring) < NEAR);
  const nearest = lit.sort((a, b) => off(a) - off(b))[0];
  if (nearest) choiceOf(nearest).click(); // as if its name were tapped
}

document.addEventListener("click", (event) => {
  const map = event.target.closest(".map");
  if (event.target.dataset.key) dial(event.target);
  if (map) choose(map, event);
  mark();
});

// What is put right: one field names part and plate, or the city it was counted from.
document.addEventListener(
  "submit",
  ({ target: { elements, dataset } }) => {
    const { what, part, value, at, line } = elements;
    if (what) {
      [part.value, value.value] = what.value.split(".");
      at.value = value.value;
      value.disabled = part.value === "city";
      at.disabled = !value.disabled;
    }
    if (dataset.base) dataset.offer = dataset.base + line.value;
  },
  true,
);

onUpdate(mark);
