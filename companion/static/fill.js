// Filling by tapping, for games that need it: a slot is chosen, a key fills it, and the next empty slot comes by itself.
import { $, all } from "./app.js";

export const select = (slot) => $("select", slot);

export function put(slot, value) {
  const field = select(slot);
  if (field.value === value) return;
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true })); // so that notes are kept
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

// What a slot is chosen with: of the first empty one, if there is any.
export function firstEmpty(fill) {
  const slot = all(".slot", fill).find((one) => !select(one).value);
  return slot && $("input", slot);
}

// Whoever is told that something lacks goes on there, and paints over nothing.
document.addEventListener(
  "invalid",
  ({ target }) => {
    const fill = target.closest(".fill");
    if (fill) firstEmpty(fill)?.focus({ preventScroll: true });
  },
  true,
);

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-paint]");
  if (key && key.ariaDisabled !== "true") paint(all(".slot", key.closest(".fill")), key.dataset.paint);
});

// Whoever comes with the keyboard chooses the slot by going there.
document.addEventListener("focusin", (event) => {
  const slot = event.target.closest(".slot");
  if (slot) $("input", slot).checked = true;
});
