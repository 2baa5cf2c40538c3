// What never moves on the usual board or map of a game is one file for all pages, which browsers keep: `<slug>/ground.svg`. Each of
// its layers is laid where the page has a place for it; a place has its name, lest a fresh page take it for another group.
import { all, onUpdate } from "./app.js";

const files = new Map(); // address -> the file, once it is there
async function ground(place) {
  const address = place.dataset.ground;
  if (!files.has(address))
    files.set(
      address,
      fetch(address).then((reply) => reply.text()),
    );
  try {
    const file = new DOMParser().parseFromString(await files.get(address), "image/svg+xml");
    const drawn = document.importNode(file.getElementById(place.id.replace("ground-", "")), true);
    drawn.removeAttribute("id");
    drawn.dataset.own = "1";
    if (!place.childElementCount) place.append(drawn);
  } catch {
    files.delete(address); // with the next change of the page it is tried again
  }
}
onUpdate(() => {
  for (const place of all("[data-ground]:empty")) ground(place);
});
