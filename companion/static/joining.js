// The page on which somebody sits down: it knows who sat down with this phone before, and follows whoever does so meanwhile.
import { $, all, morph, remember } from "./app.js";

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

// A seat or a colour that somebody else has taken is offered no longer; what was typed, and chosen among the rest, stays.
async function look() {
  const reply = await fetch(location.href);
  if (!reply.ok) return;
  const fresh = new DOMParser().parseFromString(await reply.text(), "text/html");
  const chosen = ["seat", "colour"].map((name) => [name, $(`[name=${name}]:checked`, joining)?.value]);
  morph($("main"), $("main", fresh));
  for (const [name, value] of chosen) {
    const fields = all(`[name=${name}][type=radio]:enabled`, joining);
    const field = fields.find((one) => one.value === value) ?? fields.find((one) => one.defaultChecked);
    if (field) field.checked = true;
  }
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
