// What table screens have besides: what just happened lies below who is awaited, and is read from three metres.
import { $, all, onUpdate } from "./app.js";

const root = document.documentElement;

// In smaller type if it must be, then without what lies between its first line, which says who it is about, and the newest
// that have room; and smaller still if even those have none.
function fit(now) {
  const heads = all(".masthead, .status").map((part) => part.getBoundingClientRect().bottom);
  root.style.setProperty("--head", `${Math.max(0, ...heads)}px`);
  const lines = all("p", now);
  for (const line of lines) line.hidden = false;
  const isCut = () => now.scrollHeight > now.clientHeight + 1;
  const set = (...types) => {
    for (const type of types) {
      root.style.setProperty("--type", `${type}`);
      if (!isCut()) return;
    }
  };
  set(1, 0.9);
  for (const line of lines.slice(1)) if (isCut()) line.hidden = true;
  if (isCut()) set(0.8, 0.7, 0.6, 0.5);
}

// A fresh page has all its lines again.
onUpdate(() => {
  const now = $("#moment");
  if (now && root.dataset.moment) fit(now);
});

document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-full]")) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen?.();
});
