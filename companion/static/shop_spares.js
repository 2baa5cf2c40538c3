// Missing pieces: the sheets of a kit, and on each a button over every piece. What is tapped becomes an order of spares.
import { $ } from "./app.js";
import { address, ask, fill, seen } from "./shop.js";

const main = $("main");
const game = main.dataset.spares;
const words = { lang: main.dataset.lang };
const wanted = new Map(); // component and piece -> how many
const list = $(".wanted");
const go = $(".till .main");
const named = new Map(); // the same -> how it is told

const spares = () => {
  const parts = new Map();
  for (const [key, count] of wanted) {
    const [component, piece] = key.split("\n");
    const times = count > 1 ? ` x${count}` : "";
    parts.set(component, [...(parts.get(component) ?? []), `${piece}${times}`]);
  }
  return [...parts]
    .map(([name, pieces]) =>
      pieces[0].trim().startsWith("x") || !pieces[0] ? `${name}${pieces[0]}` : `${name}: ${pieces.join(", ")}`,
    )
    .join("; ");
};

function show() {
  const items = [...wanted].map(([key, count]) => {
    const item = document.createElement("li");
    const away = item.appendChild(document.createElement("button"));
    away.className = "quiet";
    away.textContent = `${named.get(key)}${count > 1 ? ` × ${count}` : ""} ✕`;
    away.ariaLabel = fill(list.dataset.away, { piece: named.get(key) });
    away.addEventListener("click", () => {
      wanted.delete(key);
      show();
    });
    return item;
  });
  const none = Object.assign(document.createElement("li"), { textContent: list.dataset.none });
  list.replaceChildren(...(items.length ? items : [none]));
  go.hidden = !items.length;
  go.href = `/shop/${game}?spares=${encodeURIComponent(spares())}`;
  for (const spot of document.querySelectorAll(".spot")) {
    const count = wanted.get(spot.dataset.key) ?? 0;
    spot.ariaPressed = String(count > 0);
    spot.textContent = count ? `× ${count}` : "";
  }
}

const watcher = seen(async (item, here) => {
  if (!here) return;
  watcher.unobserve(item);
  try {
    const reply = await ask("page", { game, words, page: Number(item.dataset.page), width: 900 });
    $("img", item).src = await address(await reply.blob());
  } catch (flaw) {
    complain(flaw);
  }
});

function complain(flaw) {
  const place = $(".till .flaw");
  place.textContent = flaw.message;
  place.hidden = false;
}

function lay({ page, title, ratio, pieces }) {
  const item = document.createElement("li");
  item.dataset.page = page;
  const figure = item.appendChild(document.createElement("figure"));
  const sheet = figure.appendChild(document.createElement("div"));
  sheet.className = "tapped";
  const picture = sheet.appendChild(new Image());
  picture.width = 900;
  picture.height = Math.round(900 * ratio);
  picture.alt = ""; // the caption says it, and each piece its own name
  for (const { component, piece, told, box } of pieces) {
    const spot = sheet.appendChild(document.createElement("button"));
    spot.className = "spot";
    spot.dataset.key = `${component}\n${piece}`;
    named.set(spot.dataset.key, told);
    spot.ariaLabel = told;
    spot.title = told;
    ["left", "top", "width", "height"].forEach((side, i) => {
      spot.style[side] = `${box[i]}%`;
    });
    spot.addEventListener("click", () => {
      wanted.set(spot.dataset.key, (wanted.get(spot.dataset.key) ?? 0) + 1);
      show();
    });
  }
  figure.appendChild(document.createElement("figcaption")).textContent = title;
  $(".sheets").append(item);
  watcher.observe(item);
}

async function begin() {
  try {
    const reply = await fetch(`/shop/${game}/pieces`);
    const { pages, error } = await reply.json();
    if (error) return complain({ message: error });
    pages.forEach(lay);
    show();
    main.dataset.state = "drawn";
  } catch (flaw) {
    complain(flaw);
  }
}
begin();
