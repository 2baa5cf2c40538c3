// Filling by tapping: a slot is chosen, a key fills it, and the next empty slot comes by itself.
import { $, all, onUpdate } from "./app.js";

const select = (slot) => $("select", slot);

function put(slot, value) {
  const field = select(slot);
  if (field.value === value) return;
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true })); // so that notes are kept
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-paint],[data-lot]");
  if (!key) return;
  const slots = all(".slot", key.closest(".fill"));
  if ("lot" in key.dataset) drawLots(slots);
  else paint(slots, key.dataset.paint);
});

function drawLots(slots) {
  const left = slots.map((_, i) => i + 1);
  const below = (count) => crypto.getRandomValues(new Uint32Array(1))[0] % count;
  for (const slot of slots) put(slot, String(left.splice(below(left.length), 1)[0]));
}

function paint(slots, value) {
  const now = Math.max(
    0,
    slots.findIndex((slot) => $("input", slot).checked),
  );
  const elsewhere = slots.filter((slot) => slot.classList.contains("once") && select(slot).value === value);
  if (value) for (const slot of elsewhere) put(slot, "");
  put(slots[now], value);
  const after = [...slots.slice(now + 1), ...slots.slice(0, now)];
  const next = value && after.find((slot) => !select(slot).value);
  if (next) $("input", next).checked = true;
}

// Whoever comes with the keyboard chooses the slot by going there.
document.addEventListener("focusin", (event) => {
  const slot = event.target.closest(".slot");
  if (slot) $("input", slot).checked = true;
});

// What was sealed stays on the board: it may be changed and sealed anew.
document.addEventListener("reset", (event) => {
  if (event.target.dataset.kind === "seal") event.preventDefault();
});

// The table screen counts first, row by row: a phone that sees the game end says who has won when that is done.
const COUNT = 12600;
const { dataset } = document.documentElement;
let over = false;

function count(wait) {
  const now = Boolean($("main .team-sheet"));
  if (now === over) return;
  over = now;
  if (now) setTimeout(sayWhoWon, wait);
  else delete dataset.counted;
}

function sayWhoWon() {
  if (over) dataset.counted = "1";
}

count(0); // it had ended before this page was opened
onUpdate(() => count(COUNT));
