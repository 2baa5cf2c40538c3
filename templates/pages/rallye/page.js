// The board opens where one's car stands, and what the judge says is seen.
import { $, all, footTop, hush, onUpdate, set } from "./app.js";
import "./ground.js";

// To one's own car when the tab is opened, back to it when the board grows, and along with it when it drives; the window on
// the board ends where the page ends for the eye.
const ownCar = () => $(`#pan .car[data-car="${$("#pan")?.dataset.car}"]`);
let stood = "";

function windowed() {
  const pan = $("#pan");
  const room = pan?.offsetParent ? footTop() - pan.getBoundingClientRect().top - scrollY : 0;
  if (room) document.documentElement.style.setProperty("--window", `${room}px`);
  return room;
}

function follow() {
  windowed();
  const pan = $("#pan");
  const car = ownCar()?.getBoundingClientRect();
  const box = pan?.getBoundingClientRect();
  if (car) pan.scrollBy(car.x + car.width / 2 - box.x - box.width / 2, car.y + car.height / 2 - box.y - box.height / 2);
}

document.addEventListener("click", ({ target }) => {
  if (!["tab=notes", "zoom="].includes(target.dataset.set)) return;
  follow();
  ownCar()?.scrollIntoView({ block: "nearest" }); // where little room is left for the window, it is longer than that
});

onUpdate(() => {
  const now = `${ownCar()?.outerHTML}${windowed()}`;
  if (now !== stood) follow();
  stood = now;
});

// The list of forgotten fines is closed by the roll that ends one of them: nothing moves up under a thumb.
let listed = [];

onUpdate(() => {
  const now = all("#claims .claim").map(({ id }) => id);
  if (now.length && listed.some((id) => !now.includes(id))) $("#claims").open = false;
  listed = now;
});

// The answer to an entry stands above its form: the page goes there when it has come, however late and whatever comes before.
let asked = null;
const entry = (panel) => $(".verdict", panel)?.dataset.entry;

document.addEventListener("submit", ({ target }) => {
  hush();
  const panel = target.dataset.kind === "enter" && target.closest(".act");
  asked = panel && { panel, was: entry(panel) };
});

onUpdate(() => {
  if (!asked || entry(asked.panel) === asked.was) return;
  const { panel } = asked;
  asked = null;
  $('[data-set="tab=hand"]').click(); // it may have been sent from the board: the bar is on every page
  $(".verdict", panel).scrollIntoView({ block: "center" }); // what stands above may still grow or shrink
});

// A cross-road is driven both ways: which way is asked where a car stood on one, and must be said where it was not left there.
function askWay() {
  for (const square of all("select[name=square]")) {
    const { heading } = square.form.elements;
    const [at] = square.selectedOptions;
    const crosses = at.parentNode !== square.firstElementChild;
    const left = at.defaultSelected;
    for (const way of heading.options) way.disabled = left ? way.value === heading.dataset.way : way.value === "null";
    set(heading, "disabled", !crosses);
    set(heading, "required", crosses && !left);
    if (!crosses || (heading.selectedOptions[0]?.disabled ?? true)) heading.value = crosses && !left ? "" : "null";
  }
}
onUpdate(askWay);

document.addEventListener("change", ({ target }) => {
  if (target.name !== "square") return;
  askWay();
  const { heading } = target.form.elements;
  if (heading.required) heading.closest("details").open = true;
});
