// The clock runs on between two looks at the server; the board opens where one's car stands; a form says in our words what it
// lacks; and what the judge says is seen.
const every = (selector) => [...document.querySelectorAll(selector)];

function tick() {
  for (const clock of every(".clock")) {
    const { left, least, still } = clock.dataset;
    if (clock.told !== left) {
      clock.told = left;
      clock.since = Date.now();
    }
    const now = still === undefined ? Math.max(least, left - Math.floor((Date.now() - clock.since) / 1000)) : left;
    clock.lastElementChild.textContent = `${Math.floor(now / 60)}:${String(now % 60).padStart(2, "0")}`;
  }
}
setInterval(tick, 1000);
tick();

// To one's own car when the tab is opened, and back to it when the board grows.
document.addEventListener("click", ({ target }) => {
  if (!["tab=notes", "zoom="].includes(target.dataset.set)) return;
  const pan = document.querySelector("#pan");
  const car = pan?.querySelector(`.car[data-car="${pan.dataset.car}"]`)?.getBoundingClientRect();
  const box = pan?.getBoundingClientRect();
  if (car) pan.scrollBy(car.x - box.x - box.width / 2, car.y - box.y - box.height / 2);
});

// What is missing or odd in a form, said as the table says things and not as the browser does.
addEventListener(
  "invalid",
  (event) => {
    const want = event.target.closest("[data-want]")?.dataset.want;
    if (!want) return;
    event.preventDefault();
    say(want);
  },
  true,
);

// The answer to an entry stands above its form: the page goes there when it has come, however late and whatever comes before.
let asked = null;
const entry = (panel) => panel.querySelector(".verdict")?.dataset.entry;
document.addEventListener("submit", ({ target }) => {
  document.querySelector("#toast").hidden = true;
  const panel = target.dataset.kind === "enter" && target.closest(".act");
  asked = panel && { panel, was: entry(panel) };
});
const main = document.querySelector("main");
const follow = new MutationObserver(() => {
  if (!asked || entry(asked.panel) === asked.was) return;
  asked.panel.scrollIntoView();
  asked = null;
});
if (main) follow.observe(main, { attributeFilter: ["data-version"] });
