import { $, all, onUpdate, set } from "./app.js";
import { firstEmpty, put } from "./fill.js";

// Boxes and pawns that are on a page by the hundred: a few letters say which, and here they are put in.
function box(note, label) {
  const input = Object.assign(document.createElement("input"), { type: "checkbox", ariaLabel: label });
  Object.assign(input.dataset, { own: "1", note });
  return input;
}
const PLACES = [..."ABCDE"];
const DIGITS = [..."123456789"];
onUpdate(() => {
  for (const mark of all("[data-strike]")) {
    if (mark.nextElementSibling?.dataset.own) continue;
    const [of, place, colour] = mark.dataset.strike.split(".");
    const boxes = colour
      ? PLACES.map((letter, i) => box(`${of}.${i}.${colour}`, `${letter} ${mark.ariaLabel}`))
      : DIGITS.map((digit) => box(`${of}.${place}.${digit}`, digit));
    mark.after(...boxes);
  }
  for (const slot of all(".fill .slot:not(:has([data-own]))")) {
    const keys = all(".palette [data-paint]:not([data-paint=''])", slot.closest(".fill"));
    const field = $("select", slot);
    const own = all(".palette .pawn", slot.closest(".fill")).map((pawn) => pawn.cloneNode(true));
    for (const pawn of own) pawn.dataset.own = "1";
    slot.append(...own);
    if (field.length > 1) continue;
    for (const { ariaLabel, textContent, dataset } of keys) {
      const option = new Option(ariaLabel ?? textContent, dataset.paint);
      option.dataset.own = "1";
      field.append(option);
    }
  }
});

// A code by lot: each digit once.
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-lot]");
  if (key) drawLots(all(".slot", key.closest(".fill")));
});

function drawLots(slots) {
  const left = slots.map((_, i) => i + 1);
  const below = (count) => crypto.getRandomValues(new Uint32Array(1))[0] % count;
  for (const slot of slots) put(slot, String(left.splice(below(left.length), 1)[0]));
}

// One button leads to the board and seals: where the board fills the middle of the page, it does what it says there.
let board;
let near = false;
const eyes = new IntersectionObserver(
  ([{ isIntersecting }]) => {
    near = isIntersecting;
    sealOrGo();
  },
  { rootMargin: "-50% 0px -49%" },
);

function sealOrGo() {
  const button = $(".bar [data-near]:not(.armed)");
  if (!button) return;
  const { dataset } = button;
  dataset.label ??= button.textContent;
  set(button, "textContent", near ? dataset.near : dataset.label);
  if (near) delete dataset.go;
  else dataset.go = "findings";
}

onUpdate(() => {
  const now = $("#findings");
  if (now !== board) {
    eyes.disconnect();
    if (now) eyes.observe(now);
    board = now;
    near = false;
  }
  sealOrGo();
});

// Whoever is led there goes on where it has a gap.
document.addEventListener("click", (event) => {
  if (!event.target.closest(".bar [data-near][data-go]")) return;
  event.preventDefault();
  for (const gap of all("#findings .fill").map(firstEmpty)) if (gap) gap.checked = true;
});

// What was sealed stays on the board: it may be changed and sealed anew.
document.addEventListener("reset", (event) => {
  if (event.target.dataset.kind === "seal") event.preventDefault();
});

// The table screen counts first, row by row: it says who has won when that is done, and so do phones that see the game end.
const COUNT = 12600;
const { dataset } = document.documentElement;
let over = false;

function count(wait) {
  const now = Boolean($("main :is(.team-sheet, .reveal)"));
  if (now === over) return;
  over = now;
  if (!now) delete dataset.counted;
  else if (wait) setTimeout(sayWhoWon, wait);
  else sayWhoWon();
}

function sayWhoWon() {
  if (over) dataset.counted = "1";
}

const still = () => $("body.screen") && matchMedia("(prefers-reduced-motion: reduce)").matches; // nothing is counted there
count(0); // it had ended before this page was opened
onUpdate(() => count(still() ? 0 : COUNT));
