// Allo... la France: a tap on the map chooses a city, keys dial a number, a box on the sheet takes a mark.
// A fresh page undoes what is written here; whatever changes the page, it is written again before anybody sees it.
const every = (what, from = document) => [...from.querySelectorAll(what)];
const set = (node, key, value) => node[key] === value || (node[key] = value);
// the choice of a city on the form that is seen
const pick = (ring) => every(`.mover [value="${ring.dataset.city}"]`).find((each) => each.form.offsetParent);

function mark() {
  const names = JSON.parse(window.names?.dataset.names || "[]");
  for (const { value, form } of every("[data-dial]")) {
    const all = every(".slot", form).map((slot, i) => {
      const [two, text] = slot.children;
      const code = value.slice(2 * i, 2 * i + 2);
      const name = names[i][code];
      set(two, "textContent", code.padEnd(2, "·"));
      set(text, "textContent", name || text.dataset.part);
      set(slot, "className", "slot " + (!name && code[1] ? "bad" : value.length >> 1 === i ? "next" : ""));
      return name;
    });
    set(form.lastElementChild, "disabled", !all.every(Boolean));
  }
  for (const ring of every(".ring")) ring.classList.toggle("on", !!pick(ring)?.checked);
  for (const goal of every(".goal")) set(goal, "textContent", every(":checked + span", goal.closest("form"))[0]?.lastChild.data || "…");
}

addEventListener("click", (event) => {
  const { target, clientX, clientY } = event;
  const { key } = target.dataset;
  if (key) {
    const field = every("[data-dial]", target.form)[0];
    field.value = key === "x" ? "" : key === "<" ? field.value.slice(0, -1) : (field.value + key).slice(0, 8);
  }
  // the lit city nearest to the finger, if one is near
  let best = 40;
  for (const ring of every(".ring", target.closest(".map") || target)) {
    const { x, y } = ring.getBoundingClientRect();
    const off = Math.hypot(clientX - x - 14, clientY - y - 14);
    const radio = pick(ring);
    if (radio && off < best) radio.checked = (best = off) >= 0;
  }
  cycle(event);
  mark();
});
addEventListener("keydown", (event) => event.key === "Enter" && cycle(event));

// a box on the sheet: nothing, no, yes, perhaps
function cycle({ target }) {
  if (target.className !== "markbox") return;
  target.value = "✕●?"["✕●?".indexOf(target.value || "-") + 1] || "";
  target.dispatchEvent(new Event("change", { bubbles: true }));
}

// what is put right: one field names part and plate, or the city it was counted from
addEventListener("submit", ({ target: { elements, dataset } }) => {
  const { what, part, value, at, line } = elements;
  if (what) {
    [part.value, value.value] = what.value.split(".");
    at.value = value.value;
    at.disabled = !(value.disabled = part.value === "city");
  }
  if (dataset.base) dataset.offer = dataset.base + line.value;
}, true);

new MutationObserver(mark).observe(document, { subtree: true, attributes: true });
mark();
