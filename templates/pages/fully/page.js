// Filling by tapping: a slot is chosen, a key fills it, and the next empty slot comes by itself.
const select = (slot) => slot.querySelector("select");

function put(slot, value) {
  const field = select(slot);
  if (field.value === value) return;
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true })); // so that notes are kept
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-paint],[data-lot]");
  if (!key) return;
  const slots = [...key.closest(".fill").querySelectorAll(".slot")];
  if ("lot" in key.dataset) {
    const left = slots.map((_, i) => i + 1);
    for (const slot of slots) put(slot, String(left.splice(crypto.getRandomValues(new Uint32Array(1))[0] % left.length, 1)[0]));
    return;
  }
  const value = key.dataset.paint;
  const now = Math.max(0, slots.findIndex((slot) => slot.querySelector("input").checked));
  if (value && slots[now].classList.contains("once")) for (const slot of slots) if (select(slot).value === value) put(slot, "");
  put(slots[now], value);
  const after = [...slots.slice(now + 1), ...slots.slice(0, now)];
  const next = value ? after.find((slot) => !select(slot).value) : null;
  if (next) next.querySelector("input").checked = true;
});

// Whoever comes with the keyboard chooses the slot by going there.
document.addEventListener("focusin", (event) => {
  const at = event.target.closest(".slot")?.querySelector("input");
  if (at) at.checked = true;
});

// What was sealed stays on the board: it may be changed and sealed anew.
document.addEventListener("reset", (event) => event.target.dataset.kind === "seal" && event.preventDefault());

// The table screen counts first, row by row: a phone that sees the game end says who has won when that is done.
const COUNT = 12600;
const main = document.querySelector("main");
let over = false;

function count(wait) {
  const now = Boolean(main.querySelector(".team-sheet"));
  if (now === over) return;
  over = now;
  if (now) setTimeout(() => over && (document.documentElement.dataset.counted = "1"), wait);
  else delete document.documentElement.dataset.counted;
}

count(0); // it had ended before this page was opened
new MutationObserver(() => count(COUNT)).observe(main, { childList: true, subtree: true });
