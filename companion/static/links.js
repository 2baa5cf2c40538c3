// The host's screen, where friends play from elsewhere: a link goes into the clipboard with one tap.
import { say } from "./app.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = button.parentNode.querySelector("[data-link]");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    say(button.dataset.done, true);
  } catch {
    field.focus(); // it is selected: copying is left to the keyboard
  }
});
