// Tiles that are entered by tapping, and what one sees crossed out at once.
import { $, all, footTop, onUpdate, set } from "./app.js";
import { select } from "./fill.js";

// A slot shows the tile that was tapped for it.
function showTiles() {
  for (const slot of all(".fill .slot")) {
    const { value } = select(slot);
    const keys = all("[data-paint]", slot.closest(".fill"));
    const key = keys.find((each) => each.dataset.paint === value);
    const shown = $(".tile", slot);
    if (shown?.dataset.of === value) continue;
    shown?.remove();
    if (!key) continue;
    const tile = $(".tile", key).cloneNode(true);
    Object.assign(tile.dataset, { own: "1", of: value });
    tile.setAttribute("aria-hidden", "true"); // its select says it
    slot.append(tile);
  }
}
// What the box has no more of is offered no more, neither to thumbs nor to keyboards.
function offerLeft() {
  for (const fill of all(".fill")) {
    const fields = all(".slot", fill).map(select);
    for (const key of all("[data-left]", fill)) {
      const { paint, left } = key.dataset;
      const used = fields.filter(({ value }) => value === paint).length >= left;
      set(key, "ariaDisabled", used ? "true" : null); // who has just tapped it by keyboard stays there
      for (const field of fields)
        for (const option of field.options)
          if (option.value === paint) set(option, "disabled", used && field.value !== paint);
    }
  }
}

// Keys stand still under the thumb, whatever the others enter meanwhile: the page is moved by what went above them, and kept
// as long as that takes. At the top of a page, only once somebody has begun.
let stood = []; // where keys were seen, those with which somebody has begun first
let scrolled = 0;
const room = (high) => document.documentElement.style.setProperty("min-height", high ? `${high}px` : "");
document.addEventListener("pagechanges", () => {
  const there = all(".act .fill")
    .map((keys) => ({ keys, ...keys.getBoundingClientRect().toJSON() }))
    .filter(({ height, top, bottom }) => height && bottom > 0 && top < footTop());
  const begun = there.filter(({ keys }) => $("select:valid", keys));
  scrolled = scrollY;
  stood = scrolled ? [...begun, ...there] : begun;
  room(document.documentElement.scrollHeight); // or what goes would scroll it before it can be held
});
onUpdate(() => {
  const held = stood.find(({ keys }) => keys.isConnected);
  stood = [];
  if (!held || (scrolled && !scrollY)) return room(0); // a verdict has brought the page to the top
  const to = scrollY + held.keys.getBoundingClientRect().top - held.top;
  room(to > 0 && to + innerHeight);
  scrollTo(0, to);
});

for (const follow of [showTiles, offerLeft]) {
  onUpdate(follow);
  document.addEventListener("change", (event) => event.target.closest(".slot") && follow());
  document.addEventListener("reset", () => setTimeout(follow));
}

// Three sheets are alike: the tiles of the first come with the page.
onUpdate(() => {
  for (const sheet of all("[data-like]")) {
    if ($(".trow", sheet)) continue;
    const name = sheet.id.replace("sheet-", "");
    for (const row of all(`#${sheet.dataset.like} .trow`)) {
      const copy = row.cloneNode(true);
      copy.dataset.own = "1";
      for (const label of all(".out", copy)) label.className = "";
      for (const box of all("input", copy)) {
        box.checked = false;
        box.dataset.note = box.dataset.note.replace(/^\w+/, name);
        box.ariaLabel = box.ariaLabel.split(",")[0];
      }
      $("[data-rub]", sheet).before(copy);
    }
  }
});

document.addEventListener("click", (event) => {
  const names = event.target.closest("[data-cross]")?.dataset.cross.split(" ") ?? [];
  for (const name of names) {
    const box = $(`[data-note="${name}"]`);
    if (!box || box.checked) continue;
    box.checked = true;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
});
