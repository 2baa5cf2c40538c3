// The page on which somebody sits down: it knows who sat down with this phone before, and follows whoever does so meanwhile.
import { $, all, hush, morph, remember, say } from "./app.js";

const joining = $(".joining");

// Nobody is told the name before somebody sits down under it anew.
if (joining && !$(".back")) {
  const { name } = joining.elements;
  try {
    const last = JSON.parse(localStorage.sat || "{}");
    name.value ||= last.name ?? "";
    if ($("[name=colour]:checked", joining)?.defaultChecked)
      $(`[name=colour][value="${last.colour}"]:enabled`, joining)?.click();
  } catch {
    // it keeps nothing
  }
  joining.addEventListener("submit", () => remember(joining));
}

// Whose seat was taken meanwhile is told so, and sits down nowhere else before he has chosen: on the button, and aloud.
let gone = null;
const aloud = Object.assign(document.createElement("p"), { className: "unseen", role: "status" });
aloud.dataset.own = "1";
joining?.append(aloud);

function sayGone() {
  if (!gone) return;
  const { taken, last } = joining.dataset;
  const only = $("[name=seat][type=hidden]", joining);
  const told = (only ? last.replace("{last}", Number(only.value) + 1) : taken).replace("{number}", Number(gone) + 1);
  if (!only) joining.dataset.want = told;
  $(".main", joining).textContent = told;
  aloud.textContent = told;
}

joining?.addEventListener("change", ({ target }) => {
  if (target.name !== "seat" || !gone) return;
  gone = null;
  aloud.textContent = "";
  hush();
  $(".main", joining).textContent = joining.dataset.sit;
});

// Whoever taps the button all the same is told above it, and sees what there is to choose from.
joining?.addEventListener("click", (event) => {
  if (!event.target.closest("button") || !joining.matches(":invalid")) return;
  event.preventDefault();
  $(".choices", joining).scrollIntoView({ block: "nearest" });
  say(joining.dataset.want, false, $(".main", joining));
});

// A seat or a colour that somebody else has taken is offered no longer; what was typed, and chosen among the rest, stays.
async function look() {
  const reply = await fetch(location.href);
  if (!reply.ok) return;
  const fresh = new DOMParser().parseFromString(await reply.text(), "text/html");
  const [seat, colour] = ["seat", "colour"].map((name) => $(`[name=${name}]:checked`, joining)?.value);
  morph($("main"), $("main", fresh));
  const fields = (name) => all(`[name=${name}][type=radio]:enabled`, joining);
  const worn = fields("colour").find(({ value }) => value === colour) ?? $("[name=colour][checked]", joining);
  if (worn) worn.checked = true;
  for (const field of fields("seat")) field.checked = field.value === seat;
  if (seat >= 0 && !$(`[name=seat][value="${seat}"]`, joining)) gone = seat;
  if (!joining.isConnected) return;
  sayGone();
  document.dispatchEvent(new Event("pageupdated")); // what lacks is shown
}

if (joining) {
  const { table, version } = $("main").dataset;
  let shown = Number(version);
  new EventSource(`/t/${table}/stream`).addEventListener("version", ({ data }) => {
    if (Number(data) <= shown) return;
    shown = Number(data);
    look();
  });
}

// A name ends where it would be refused: after so many letters, as people see them.
document.addEventListener("input", ({ target, isComposing }) => {
  if (!target.dataset.most || isComposing || !Intl.Segmenter) return;
  const letters = [...new Intl.Segmenter().segment(target.value)];
  if (letters.length > target.dataset.most) target.value = target.value.slice(0, letters[target.dataset.most].index);
});
