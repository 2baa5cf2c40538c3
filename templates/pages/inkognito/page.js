// What is picked in Inkognito, marked at once and on this phone alone: a pair that may be shown, a number as it is spelled.
// A fresh page undoes what is written here; whatever changes the page, it is written again before anybody sees it.
const every = (selector, from) => [...from.querySelectorAll(selector)];
const on = (name, act, early) => document.addEventListener(name, act, early);
const set = (node, name, value) => node[name] === value || (node[name] = value);
const picked = (form) => every("[data-pick]:checked", form);
let before = null;

function mark() {
  for (const form of document.forms) {
    const go = form.querySelector(".main");
    for (const line of every(".tally", form)) {
      const { legal, real } = line.dataset;
      const cards = picked(form).map((pick) => pick.value);
      const truths = cards.filter((card) => real.split(" ").includes(card));
      const fits = legal.split("|").includes(cards.join(" "));
      const state = cards.length < 2 ? "few" : fits ? "ok" : ["none", "same", "both"][truths.length];
      set(line, "textContent", line.dataset[state]);
      set(line.dataset, "state", state);
      set(go, "disabled", !fits);
    }
    for (const cell of every("[data-of]", form)) {
      // what is fixed is secret and stays dots
      const said = (what, i) => {
        const { type, value } = form.elements[`${what}.${i}`] || {};
        return type !== "hidden" && value;
      };
      const holder = [0, 1, 2, 3].find((i) => said("identities", i) === cell.dataset.of);
      set(cell, "textContent", said("fragments", holder) || "··");
      set(go, "disabled", !form.checkValidity());
    }
  }
}

on("change", ({ target }) => {
  const { form, name, value } = target;
  if (target.matches("[data-pick]")) {
    const all = picked(form);
    if (all.length > 2) all.find((pick) => pick !== target && pick !== before).checked = false;
    if (target.checked) before = target;
  }
  // each identity and each fragment once: whoever had it before has it no more
  const [kind, agent] = name.split(".");
  if (agent) for (const radio of every(`[name^="${kind}."]:checked`, form)) if (radio !== target && radio.value === value) radio.checked = false;
  mark();
});
on("reset", () => setTimeout(mark));
on("submit", ({ target }) => picked(target).forEach((pick, i) => (target.elements[`cards.${i}`].value = pick.value)), true);

// a box on the clue sheet: nothing, no, yes, perhaps
function cycle(event) {
  const { target, key } = event;
  const { marks } = target.dataset || {};
  if (!marks || (key && key !== "Enter" && key !== " ")) return;
  event.preventDefault();
  target.value = marks[marks.indexOf(target.value || " ") + 1] || "";
  target.dispatchEvent(new Event("change", { bubbles: true }));
}
on("click", cycle);
on("keydown", cycle);

new MutationObserver(mark).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
mark();
