// What is picked in Inkognito, marked at once and on this phone alone: a pair that may be shown, a number as it is spelled.
import { $, all, onUpdate, set } from "./app.js";

// A clue sheet has dozens of boxes that differ in their names alone: here they are put into their cells.
function boxes() {
  for (const cell of all("td[data-box]")) {
    if ($("input", cell)) continue;
    const { notes, label } = cell.closest("table").dataset;
    const input = Object.assign(document.createElement("input"), {
      className: "markbox",
      readOnly: true,
      placeholder: " ",
      ariaLabel: label.replace("{card}", cell.parentNode.cells[0].textContent),
    });
    Object.assign(input.dataset, {
      own: "1",
      marks: " ✕✓?",
      note: notes + cell.parentNode.cells[0].firstChild.data.trim(),
    });
    cell.prepend(input);
  }
}
onUpdate(boxes);

// So do the fields of a call.
onUpdate(() => {
  for (const agent of all("[data-agent]:not(:has(.segs))"))
    for (const segs of all(".model .segs", agent.parentNode)) {
      const own = segs.cloneNode(true);
      own.dataset.own = "1";
      for (const radio of all("input", own)) {
        radio.name = radio.name.replace(/\d/, agent.dataset.agent);
        radio.checked = false;
      }
      agent.append(own);
    }
});

const AGENTS = [0, 1, 2, 3];
const picked = (form) => all("[data-pick]:checked", form);
let before = null; // the card picked last

// Under the hand: whether the two cards that are picked may be shown, and why not.
function judgePair(line, form) {
  const { legal, real } = line.dataset;
  const cards = picked(form).map((pick) => pick.value);
  const truths = cards.filter((card) => real.split(" ").includes(card));
  const fits = legal.split("|").includes(cards.join(" "));
  const state = cards.length < 2 ? "few" : fits ? "ok" : truths.length === 1 ? "same" : "wrong"; // two true ones and none look alike to whoever glances over
  set(line, "textContent", line.dataset[state]);
  set(line.dataset, "state", state);
  set($(".main", form), "disabled", !fits);
}

// A cell of the number that a call spells. What is fixed is secret: dots, and a tick when nothing else is open.
function spell(cell, form) {
  const said = (what, agent) => {
    const { type, value } = form.elements[`${what}.${agent}`] || {};
    return type !== "hidden" && value;
  };
  const holder = AGENTS.find((agent) => said("identities", agent) === cell.dataset.of);
  set(cell, "textContent", said("fragments", holder) || ($(".main", form).disabled ? "··" : "✓"));
}

// A call that the server would take: all is said, nothing twice, and whoever is met is the ally. What is the caller's own is
// secret: it is not marked as taken, and the ally is looked for when all others are named and what is left can be seen anyway.
function judgeCall(double, form) {
  const twice = ["identities", "fragments"].some((what) => {
    const said = AGENTS.map((agent) => form.elements[`${what}.${agent}`]?.value).filter(Boolean);
    return new Set(said).size < said.length;
  });
  set(double, "hidden", !twice);
  const lacking = twice || !form.matches(":valid"); // checkValidity would complain aloud
  const met = form.elements.met?.value;
  const ally = $("[data-ally]", form)?.dataset.ally;
  const stranger = !lacking && !!ally && form.elements[`identities.${met}`].value !== ally;
  set($(".stranger", form), "hidden", !stranger);
  const open = lacking || stranger;
  set($(".main", form), "disabled", open);
  set($(".ticked", form), "hidden", open);
}

function mark() {
  for (const form of document.forms) {
    for (const line of all(".tally", form)) judgePair(line, form);
    for (const double of all(".double", form)) judgeCall(double, form);
    for (const cell of all("[data-of]", form)) spell(cell, form);
  }
}

document.addEventListener("change", ({ target }) => {
  const { form } = target;
  if (!form) return;
  if (target.matches("[data-pick]")) {
    const both = picked(form);
    if (both.length > 2) both.find((pick) => pick !== target && pick !== before).checked = false;
    if (target.checked) before = target;
  }
  if (!walking) claim(target);
  mark();
});

// Each identity and each fragment once: whoever had it before has it no more.
function claim({ form, name, value, checked }) {
  const [kind, agent] = name.split(".");
  if (!agent || !checked) return;
  for (const radio of all(`[name^="${kind}."]:checked`, form))
    if (radio.value === value && radio.name !== name) radio.checked = false;
}

// Arrow keys choose whatever they pass: it counts where they stop.
let walking = false;
addEventListener("keydown", ({ key }) => {
  walking = key.startsWith("Arrow");
});
addEventListener("pointerdown", () => {
  walking = false;
});
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  if (target.type !== "radio" || !target.form || relatedTarget?.name === target.name) return;
  claim(target);
  mark();
});

document.addEventListener(
  "submit",
  ({ target }) => {
    for (const [i, pick] of picked(target).entries()) target.elements[`cards.${i}`].value = pick.value;
  },
  true,
);

// What comes of what was handed over lies at the top: who is awaited, and what one is shown.
document.addEventListener("submit", ({ target }) => target.closest("dialog") && scrollTo(0, 0));

onUpdate(mark);
