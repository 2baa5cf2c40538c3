// The clock runs on between two looks at the server; the board opens where one's car stands.
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
