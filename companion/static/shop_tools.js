// What the shop does beside kits: forms whose answer is a file to keep or lines to read, and records that are dropped.
import { $, all, say } from "./app.js";
import { address, ask, complain, keepFile, read } from "./shop.js";

const lost = $("main").dataset.lost;

// Does something that a form asks for; while it lasts the form takes nothing else.
async function during(form, act) {
  if (form.classList.contains("busy")) return;
  form.classList.add("busy");
  complain(form, null);
  try {
    await act();
  } catch (flaw) {
    if (flaw.status) complain(form, flaw);
    else say(lost);
  } finally {
    form.classList.remove("busy");
  }
}

async function answered(place, reply) {
  if (reply.headers.has("Content-Disposition")) return keepFile(reply);
  place.textContent = (await reply.json()).lines.join("\n");
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

for (const form of all("form[data-job]"))
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    during(form, async () => answered($(".told", form), await ask(`job/${form.dataset.job}`, { words: read(form) })));
  });

const picture = $("[data-picture]");
picture.addEventListener("click", () => {
  const form = $('form[data-job="calibration"]');
  during(form, async () => {
    const reply = await ask("job/calibration", { words: { ...read(form), picture: "front" } });
    const image = $("img", picture.parentElement) ?? picture.parentElement.appendChild(new Image());
    image.alt = picture.dataset.picture;
    image.src = await address(await reply.blob());
  });
});

const records = $("form.record");
const chosen = $("input[type=file]", records);

records.addEventListener("submit", (event) => {
  event.preventDefault();
  const how = event.submitter?.value ?? "verify";
  const [file] = chosen.files;
  const told = $(":scope ~ .told", records) ?? $("#record .told");
  told.hidden = true;
  if (!file) return complain(records, { message: $(".flaw", records).dataset.none });
  const seal = how === "verify" ? records.elements.seal.value : "";
  const asked = `record/${how}?name=${encodeURIComponent(file.name)}&told=${encodeURIComponent(seal)}`;
  during(records, async () => answered(told, await ask(asked, file)));
});

// A file that is dropped anywhere on the page is a record, and is checked at once.
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (!event.dataTransfer.files.length) return;
  chosen.files = event.dataTransfer.files;
  records.requestSubmit();
});
chosen.addEventListener("change", () => chosen.files.length && records.requestSubmit());
