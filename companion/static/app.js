// One small module for every page: keeps the page fresh, sends what is tapped, hides what is secret.
// All that the person chose on this page lives on <html> as data-*, so a fresh page never undoes it.
// Scripts of games import what they need from here; there are no globals.
import { assemble, gather, has } from "./panels.js";

const root = document.documentElement;
const body = document.body;
let csrf = body.dataset.csrf;
const base = body.dataset.live; // where this page's view is; none: the page never changes
export const $ = (css, from = document) => from.querySelector(css);
export const all = (css, from = document) => [...from.querySelectorAll(css)];
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// Sets what differs, so that a screen reader hears what is new and nothing else.
export function set(node, name, value) {
  if (node[name] !== value) node[name] = value;
}

// --- one event for all that a script writes into the page

// A fresh page undoes what was written into it here. Whatever changed the page says so, and it is written again before
// anybody sees it.
const pageUpdated = () => document.dispatchEvent(new Event("pageupdated"));

// Does something now, and again whenever the page was updated.
export function onUpdate(act) {
  document.addEventListener("pageupdated", act);
  act();
}

// --- the page follows the server

const KEPT = { DIALOG: ["open"], DETAILS: ["open"] };

function same(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "");
}

// Makes `old` look like `fresh`, touching nothing that is already so: no jump, no lost focus, no lost typing.
export function morph(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.classList.contains("armed") && old.value === fresh.value) return; // asked "sure?": whoever is about to tap must not be tricked
  if (old.classList.contains("busy")) fresh.classList.add("busy");
  const keep = KEPT[old.nodeName] || [];
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !keep.includes(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes])
    if (!keep.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  const names = new Set([...fresh.children].map(({ id }) => id));
  for (const node of [...old.children]) if (node.id && !node.dataset.own && !names.has(node.id)) node.remove(); // it keeps none of the next from being known again
  const there = [...old.childNodes].filter((node) => !node.dataset?.own); // what this script added is its own
  const foot = old.nodeName === "DIALOG" ? $(":scope > [data-own]", old) : null; // and stays below what is new in a dialog
  for (const child of [...fresh.childNodes]) {
    const next = there.findIndex((node) => node.nodeType === 1 || child.nodeType !== 1);
    const at = child.id
      ? there.findIndex((node) => same(node, child))
      : next >= 0 && same(there[next], child)
        ? next
        : -1;
    if (at < 0) old.insertBefore(child, there[0] ?? foot);
    else {
      for (const node of there.splice(0, at)) node.remove();
      morph(there.shift(), child);
    }
  }
  for (const node of there) node.remove();
}

let version = Number($("main")?.dataset.version || 0);
let heardMine = -1; // the version with which a turn of one's own came
let fetching = null;
let windowed = 0; // entries of a log that were asked for; none: as many as the server begins with
const lacking = (forget) => `has=${has(forget)}&window=${windowed || ""}`;

// Every question has its time: one that hangs must not keep the next from being asked.
const ask = (url, ms = 8000, more = {}) => fetch(url, { signal: AbortSignal.timeout(ms), ...more });

async function refresh() {
  if (fetching) {
    fetching.again = true;
    return;
  }
  fetching = { again: false };
  try {
    const reply = await ask(`${base}/part?${lacking()}`);
    if (reply.status === 403 || reply.status === 404) return location.reload(); // the seat, or the table, is gone
    if (!reply.ok) throw (await reply.json()).error;
    takePage(await reply.text());
  } catch (told) {
    showTrouble(told);
  } finally {
    const again = fetching.again;
    fetching = null;
    if (again) refresh();
  }
}

// What is new comes by the stream; what was missed is asked for with the digests of all that is here.
function takePage(sent) {
  const text = /^\s*</.test(sent) ? sent : assemble(sent); // a server of the version before sends the whole
  if (text === null) return followAnew();
  show(new DOMParser().parseFromString(text, "text/html").querySelector("main"));
  clearTrouble();
}

// After the answer to a move its page comes by itself; it is asked for only if it does not.
function expectPage(number) {
  if (lost || source?.readyState !== 1) return refresh();
  setTimeout(() => number > version && refresh(), 2000);
}

let above = $("[data-up]")?.id; // what a page comes up with: a verdict
const dealtCard = () => $("#role")?.dataset.once; // each deal has a card of its own: what one holds is new

function show(fresh) {
  const main = $("main");
  const { mine, asked, game, phase } = main.dataset;
  const card = dealtCard();
  if (fresh.dataset.era === main.dataset.era && Number(fresh.dataset.version) < version) return; // of another start it may be older: a copy was restored
  version = Number(fresh.dataset.version);
  csrf = fresh.dataset.csrf; // this browser may have sat down on another page since
  if (toast.parentNode !== body) body.append(toast); // a dialog that goes must not take it along
  document.dispatchEvent(new Event("pagechanges")); // whoever wants to know where something stood
  morph(main, fresh);
  if (holding && !holding.button.isConnected) letGo(); // its finger may never be heard of again
  raiseToast();
  if (main.dataset.mine === "1" && mine !== "1") {
    heardMine = version;
    chime();
  }
  if (main.dataset.asked > asked) chime(); // somebody wants to play again
  if (main.dataset.game !== game) newNotes();
  const news = $("[data-up]")?.id;
  const dealt = dealtCard();
  const began = main.dataset.game !== game || main.dataset.phase !== phase || (dealt && dealt !== card);
  const reading = $("[data-up]")?.dataset.up === "others" && root.dataset.tab !== "hand"; // it has just been told on top
  if (game !== undefined && (began || (news && news !== above && !reading))) turnUp();
  above = news;
  pageUpdated();
}

// Another game or deal, the end of one, or a verdict: from the top, unless somebody is writing.
function turnUp() {
  scrolledFrom = null;
  if (document.activeElement?.matches("textarea, input:not([type=radio], [type=checkbox])")) return;
  root.dataset.tab = "hand";
  scrollTo(0, 0);
}

// --- the line to the server

let source = null;
let heard = 0;
let failures = 0;
let lost = false;

function clearTrouble() {
  if (navigator.onLine === false) return; // what comes now was on its way
  lost = false;
  $("#banner").hidden = true;
}

// What the server told, if it was the server; else it was the line to it.
function showTrouble(told) {
  lost = true;
  const banner = $("#banner");
  banner.textContent = told?.trim ? told : navigator.onLine === false ? banner.dataset.offline : banner.dataset.lost;
  banner.hidden = false;
}

function connect() {
  source?.close();
  heard = Date.now();
  source = new EventSource(`${base}/stream?${lacking(true)}`);
  const hear = (name, act) =>
    source.addEventListener(name, (event) => {
      heard = Date.now();
      failures = 0;
      act(event.data);
    });
  hear("page", takePage);
  hear("version", (number) => (lost || Number(number) > version) && refresh());
  hear("here", refresh);
  hear("notes", notes);
  source.onerror = reconnect;
}

function followAnew() {
  if (source) connect();
  else refresh();
}

// A stream says where it goes on: it alone brings what was missed. Only if it fails again is the server asked why.
async function reconnect() {
  source?.close();
  source = null;
  failures += 1;
  await sleep(Math.min(200 * failures, 1000));
  if (failures > 1 || lost) await refresh();
  if (lost) failures = Math.min(failures, 2); // the server is away: that says nothing about streams
  if (source || document.hidden) return;
  if (failures > 3) poll();
  else connect();
}

// For networks that do not let streams through: the server answers when something is new. Now and then a stream is tried.
async function poll() {
  for (let turns = 0; !source && !document.hidden && turns < 8; turns++) {
    try {
      const reply = await ask(`${base}/wait?version=${version}`, 40000);
      if (!reply.ok) throw 0;
      heard = Date.now();
      await refresh();
      notes();
    } catch {
      await refresh();
      await sleep(1000);
    }
  }
  if (!source && !document.hidden) connect();
}

// A hidden page keeps no line: browsers allow six to one server, and every scan opens a page.
let resting = 0;
function wake() {
  clearTimeout(resting);
  if (document.visibilityState !== "visible") {
    resting = setTimeout(() => {
      source?.close();
      source = null;
    }, 10000);
    return hide();
  }
  if (!source || source.readyState !== 1 || Date.now() - heard > 20000) connect();
  else refresh();
  notes();
  sendNotes();
}

// --- sending

const toast = $("#toast");

// What lies under an open dialog is neither seen nor heard.
function raiseToast() {
  const over = $("dialog[open]") || body;
  if (toast.parentNode !== over) over.append(toast);
}

const boxOf = (part) => part.getBoundingClientRect();
const isShown = (part) => part.getClientRects().length > 0;

// How much of what one taps lies there, so far up: what lacks, and what sends it, most of all.
const covered = ({ top, bottom }, up = 0) =>
  all("main :is(:is(.act, .book, form[data-kind]) :is(label, button, input, select, .map), .veil)")
    .filter(isShown)
    .filter((tap) => boxOf(tap).bottom > top - up && boxOf(tap).top < bottom - up)
    .reduce((sum, tap) => sum + (tap.matches(".main, :invalid, :has(:invalid)") ? 99 : 1), 0);

// What is looked at lies at the foot of the page, or at its top if it covers less there.
function lieClear(part) {
  part.classList.remove("high");
  const low = covered(boxOf(part));
  part.classList.add("high");
  part.classList.toggle("high", covered(boxOf(part)) < low);
}

// A message lies beside the bar, or as near to it as it covers nothing, or the least.
function lieBeside(part) {
  root.style.removeProperty("--aside");
  const box = boxOf(part);
  let least = covered(box);
  for (let up = 4; least && up < box.top; up += 4) {
    const now = covered(box, up);
    if (now < least) root.style.setProperty("--aside", `${innerHeight - box.bottom + up}px`);
    least = Math.min(least, now);
  }
}

let toastTimer = 0;
let missed = false; // does it tell what a form lacks?
export function say(text, good, end) {
  raiseToast();
  missed = false;
  toast.textContent = text;
  toast.className = good ? "good" : end ? "near" : "";
  toast.hidden = false;
  root.style.setProperty("--said", `${toast.offsetHeight}px`); // a dialog makes room for it
  if (end) root.style.setProperty("--end-at", `${innerHeight - boxOf(end).top}px`);
  else lieBeside(toast);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(hush, 6000);
}

export function hush() {
  toast.hidden = true;
}
toast.addEventListener("click", hush); // it may lie over something all the same

// What was lacking is told no longer when somebody sees to it, or goes away.
for (const name of ["input", "change", "close"]) document.addEventListener(name, () => missed && hush(), true);

export function post(url, data) {
  const headers = { "Content-Type": "application/json", "X-Csrf": csrf };
  return ask(url, 8000, { method: "POST", headers, body: JSON.stringify(data) });
}

const READ = { int: Number, bool: (text) => text === "true", json: (text) => JSON.parse(text || "null") };

// Fields become JSON: `data-as` says int, bool or json; `digits.0` and `digits.1` become a list, `options.x` an object.
function read(form, button) {
  const found = {};
  const put = (field) => {
    if (!field.name || field.disabled || ((field.type === "radio" || field.type === "checkbox") && !field.checked))
      return;
    const value = (READ[field.dataset.as] ?? String)(field.value);
    const [name, key] = field.name.split(".");
    if (key === undefined) {
      found[name] = value;
      return;
    }
    found[name] ??= /^\d+$/.test(key) ? [] : {};
    found[name][key] = value;
  };
  for (const field of form.elements) if (field.type !== "submit") put(field);
  if (button) put(button);
  return found;
}

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
}

// A move is sent again with the same key until it is answered: nothing is lost, nothing is done twice.
async function move(url, call) {
  const slot = `${url} ${call.key}`;
  sessionStorage.setItem(slot, JSON.stringify(call));
  for (let tries = 0; ; tries++) {
    try {
      const reply = await post(url, call);
      const data = await reply.json();
      if (reply.status >= (tries < 20 ? 500 : 503)) throw data.error; // 503: not yet
      sessionStorage.removeItem(slot);
      if (data.error) {
        say(data.error);
        refresh();
      } else {
        hush(); // whatever was refused before
        expectPage(data.version);
      }
      return reply.ok;
    } catch (told) {
      showTrouble(told);
      await sleep(Math.min(300 * (tries + 1), 1500));
    }
  }
}

// Under which name and colour somebody sits, for the next table. Where pieces have colours, nobody has chosen one.
export function remember(form) {
  try {
    const { colour } = JSON.parse(localStorage.sat || "{}");
    const worn = $("[name=colour]:checked", form)?.value ?? colour;
    localStorage.sat = JSON.stringify({ name: form.elements.name.value, colour: worn });
  } catch {
    // it keeps nothing
  }
}

const changedAgain = new WeakSet(); // forms in which something was chosen while they were being sent

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const { post: url, kind, offer } = form.dataset;
  if (!url && !kind) return;
  event.preventDefault();
  const button = event.submitter;
  const dialog = form.closest("dialog");
  if (form.classList.contains("busy")) {
    changedAgain.add(form);
    return;
  }
  if (button?.dataset.sure && !confirmed(button)) return;
  form.classList.add("busy");
  button?.classList.add("busy"); // it may stand in the bar
  try {
    if (kind) {
      const tip = $(`.tip[data-once$=" ${kind}"]`)?.dataset.once;
      const role = $("#role")?.dataset.once;
      const done = await move(`${base}/move`, { offer, key: newKey(), move: { kind, ...read(form, button) } });
      if (done) {
        if (tip) tellNoMore(tip);
        if (role) tellNoMore(role);
        dialog?.close();
        form.reset();
      }
    } else {
      if ("key" in form.dataset) form.dataset.key ||= newKey(); // the same when it is tapped again after a lost answer
      const more = form.dataset.key ? { key: form.dataset.key } : {};
      const reply = await post(url, { ...read(form, button), ...more });
      const data = await reply.json();
      if (data.error) {
        say(data.error, false, form.matches(".joining") && button);
        if (form.hasAttribute("data-auto")) form.reset();
      } else if (data.go) location.replace(data.go);
      else {
        if (url.endsWith("/name")) remember(form);
        dialog?.close();
        if (base) await refresh();
      }
    }
  } catch {
    say($("#banner").dataset.lost);
  } finally {
    form.classList.remove("busy");
    button?.classList.remove("busy");
    if (changedAgain.delete(form) && form.hasAttribute("data-auto")) form.requestSubmit();
  }
});

const wantOf = (field) => field.closest("[data-want]")?.dataset.want ?? toast.dataset.want;
const lackOf = (field) => field.closest("fieldset, .fill") ?? field.closest("label") ?? field;
let complaining = false;

// What is missing or odd in a form, said as the table says things and not as the browser does.
document.addEventListener(
  "invalid",
  (event) => {
    const asked = event.target.closest("[data-want]") ?? (base && event.target.form);
    if (asked) event.preventDefault();
    if (complaining) return; // one thing at a time, the first one first
    complaining = true;
    setTimeout(() => {
      complaining = false;
    });
    if (asked || !event.target.offsetParent) bring(lackOf(event.target), "nearest");
    if (asked) say(wantOf(event.target), false, $("dialog[open] .row:has(.main)"));
    missed = Boolean(asked);
    pageUpdated();
  },
  true,
);

// What cannot be undone is tapped twice, and a double tap is not two. Whoever does not tap again sees it lapse, and hears it.
const SURE = 6000; // ms in which it is asked; `button.armed` shows them run
const before = new WeakMap(); // button -> what it said before it asked
function confirmed(button) {
  if (button.classList.contains("armed")) {
    const second = Date.now() - button.dataset.since > 400;
    if (second) disarm(button);
    return second;
  }
  before.set(button, button.textContent);
  button.dataset.since = Date.now();
  button.classList.add("armed");
  button.textContent = button.dataset.sure;
  setTimeout(lapse, SURE, button, button.dataset.since);
  return false;
}

function lapse(button, since) {
  if (button.dataset.since !== since || !button.classList.contains("armed")) return;
  disarm(button);
  pageUpdated(); // while it asked, nobody wrote on it
  if (button.offsetParent) say(toast.dataset.lapsed, true);
}

function disarm(button) {
  if (button.classList.contains("armed")) button.textContent = before.get(button); // else it is another one by now
  button.classList.remove("armed");
}

// A dialog on a tab that is not shown would lock the page and be seen by nobody.
function openDialog(dialog) {
  turnTo(dialog);
  if (dialog && !dialog.open) dialog.showModal();
}

function turnTo(part) {
  const tab = part?.closest(".tab");
  if (tab && getComputedStyle(tab).display === "none") root.dataset.tab = tab.className.match(/tab-(\w+)/)[1];
}

// Into view, whatever tab it is on; “nearest” moves nothing that is in view already: the next tap is on its way.
function bring(part, block) {
  if (!part) return;
  turnTo(part);
  if (part.matches("details")) part.open = true;
  part.scrollIntoView({ block: block ?? (part.offsetHeight > innerHeight / 2 ? "start" : "center") });
  $("input:not([type=hidden]), select, button", part)?.focus({ preventScroll: true });
}

// A form that sends itself when something in it changes.
document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.hasAttribute("data-auto")) form.requestSubmit();
  const { type, value, checked, dataset } = event.target;
  if (dataset.pref) prefer(dataset.pref, type === "checkbox" ? String(checked) : value);
  if (dataset.note) keepNote(event.target);
});

document.addEventListener("click", (event) => {
  const to = event.target.closest("[data-set],[data-dialog],[data-go],[data-close],[data-window]");
  if (!to) return;
  const { set: choice, dialog, go, window: more } = to.dataset;
  if (choice) {
    const [name, value] = choice.split("=");
    root.dataset[name] = value;
    if (name === "tab") scrollTo(0, 0);
  }
  if (dialog) openDialog($(`#${dialog}`));
  if (go) bring($(`#${go}`));
  if (more) {
    windowed = Number(more);
    followAnew();
  }
  if (to.hasAttribute("data-close")) to.closest("dialog").close();
  raiseToast();
  pageUpdated();
});
document.addEventListener("close", raiseToast, true);
document.addEventListener("toggle", pageUpdated, true);
document.addEventListener("reset", () => setTimeout(pageUpdated)); // its fields are empty after this

// The cover of a shared phone greets whoever is awaited now.
onUpdate(() => {
  const cover = $("#cover");
  const greeting = $("#greeting")?.innerHTML;
  if (greeting === undefined || cover.dataset.said === greeting) return;
  if (cover.dataset.said) cover.innerHTML = greeting;
  cover.dataset.said = greeting;
});
if (location.hash === "#open") {
  root.dataset.open = "1"; // whoever came from another cover has said who he is
  history.replaceState(null, "", location.pathname);
}

// Whoever looks at another tab of the browser sees whose turn it is.
onUpdate(() => {
  document.title = $("main")?.dataset.title ?? document.title;
});

// Marks the buttons whose choice holds now, for eyes and for screen readers.
onUpdate(() => {
  for (const button of all("[data-set]")) {
    const [name, value] = button.dataset.set.split("=");
    button.setAttribute("aria-pressed", String((root.dataset[name] ?? "") === value));
  }
});

// --- what is told once on this phone

const told = new Set();
try {
  for (const key of JSON.parse(localStorage.told || "[]")) told.add(key);
} catch {
  // a phone that keeps nothing is told again
}
const BRIEF = 20000; // ms that a tip stays about something that nobody waits for
let brief = "";
const showUntold = () => {
  let helped = false; // with one thing at a time
  for (const part of all("[data-once]")) {
    const { once } = part.dataset;
    const tip = part.matches(".tip");
    set(part, "hidden", told.has(once) || (tip && helped));
    helped ||= tip && !part.hidden;
    if (part.hidden || part.dataset.brief === undefined || brief === once) continue;
    brief = once;
    setTimeout(tellNoMore, BRIEF, once);
  }
};
onUpdate(showUntold);

// There are only so many tips; cards come with every game, under its number, and the oldest go.
function tellNoMore(key) {
  told.add(key);
  showUntold();
  try {
    const [cards, tips] = [true, false].map((card) => [...told].filter((key) => / \d+$/.test(key) === card));
    localStorage.told = JSON.stringify([...tips, ...cards.slice(-50)]);
  } catch {
    // the same
  }
}
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-read]")) tellNoMore(target.closest("[data-once]").dataset.once);
});

// --- what just happened

const onScreen = body.classList.contains("screen");
const MOMENT = onScreen ? 8000 : 4000; // ms that it lies over the page
const TIGHT = 44; // px: less room at the top of a dialog is none
let moment = null;
let passing = 0;

// What lies under an open dialog is neither seen nor heard: a dialog tells it in a part of its own, which is there before.
const raised = document.createElement("div");
raised.className = "moment";
raised.role = "status";
raised.dataset.own = "1";

function passMoment() {
  delete root.dataset.moment;
  raised.replaceChildren();
}

function raiseMoment() {
  const dialog = $("dialog[open]");
  if (raised.parentNode === dialog) return;
  if (raised.childElementCount) passMoment(); // it was told there
  raised.remove();
  dialog?.append(raised);
}
onUpdate(raiseMoment);
document.addEventListener("close", raiseMoment, true);

// Where it may lie is measured when all that is told above the acts stands there.
onUpdate(() => {
  const now = $("#moment");
  const { key } = now?.dataset ?? {};
  if (key && moment && key !== moment && now.childElementCount) {
    clearTimeout(passing);
    if (raised.isConnected) raised.replaceChildren(...[...now.children].map((part) => part.cloneNode(true)));
    root.dataset.moment = "1";
    root.dataset.moment = placeOf(raised.isConnected ? raised : now);
    passing = setTimeout(passMoment, MOMENT);
    if (heardMine !== version) chime([[520, 0.07]], 30); // a turn has its own
  }
  moment = key;
});

// All of it is seen, wherever the page is scrolled: above what this player has to judge or to tap, in smaller type if it must
// be, or else above what lies at the foot. Its height is asked for, not its box: that has only begun to come in.
function placeOf(now) {
  const dialog = now.closest("dialog");
  if (!dialog && onScreen) return "1"; // screen.js sees to it
  const acts = dialog
    ? all("label, button, input, select", dialog).filter(inReach)
    : all("main :is(.act, .book, form[data-kind])");
  const tops = acts
    .filter(isShown)
    .map(boxOf)
    .filter(({ bottom }) => bottom > 0);
  const room = Math.min(...tops.map(({ top }) => top));
  if (room >= now.offsetHeight) return "1";
  root.style.setProperty("--room", `${room}px`);
  root.style.setProperty("--under", `${innerHeight - footTop()}px`);
  root.dataset.moment = "tight";
  return room >= (dialog ? TIGHT : now.offsetHeight) ? "tight" : "foot";
}

// What the next move waits for takes one line or three, as names are long: whatever is above can be scrolled out from under it.
onUpdate(() => root.style.setProperty("--breath", `${$(".breath")?.offsetHeight ?? 0}px`));

// Where the page ends for the eye: bar, breath and tip lie over it.
export function footTop() {
  const over = all(".bar, .breath, .tip").filter(isShown);
  return Math.min(innerHeight, ...over.map((part) => boxOf(part).top));
}

// Not scrolled away within its list.
function inReach(part) {
  const { left, right, bottom } = boxOf(part);
  return part.contains(document.elementFromPoint((left + right) / 2, bottom - 3));
}

document.addEventListener("click", (event) => event.target.closest(".moment") && passMoment());

// --- the bar at the thumb

const SETTLE = 450; // ms in which a tap was meant for what stood there before
const { dataset: state } = root;
let offered = null;
let settling = 0;

// A button whose form lacks something can be tapped, and is told then what; it looks so and says so before.
function dimLacking() {
  for (const button of all(".bar button[form], [data-want] .main")) {
    const lack = $(":invalid", button.form);
    set(button, "ariaDisabled", lack && "true");
    set(button, "ariaDescription", lack && wantOf(lack));
  }
}
onUpdate(dimLacking);
for (const name of ["input", "change"]) document.addEventListener(name, dimLacking);

onUpdate(() => {
  const now = all(".bar button[id]")
    .map((button) => button.id)
    .join(" ");
  if (offered !== null && now !== offered) {
    clearTimeout(settling);
    state.fresh = "1";
    settling = setTimeout(() => delete state.fresh, SETTLE);
  }
  offered = now;
});

// --- secrets

const LOOK = 20000; // ms that a look lasts without a finger on it
const TOUCH = 250; // ms: whoever lets go sooner has tapped, and does not know
let holding = null; // the pointer that keeps the hand open, its button, and since when
let timer = 0;

// What was new under the veil is not any more once somebody has looked at it.
const underVeil = () => $(".veil .news")?.closest(".peek").textContent;
let seen = "";
onUpdate(() => seen !== underVeil() && delete root.dataset.looked);

function peek(by) {
  clearTimeout(timer);
  if (by) {
    root.dataset.peek = "1";
    root.dataset.looked = "1";
    seen = underVeil();
  }
  if (!by) delete root.dataset.peek;
  magnify(by);
  sayPeek();
}

// On another tab, in a dialog, or further down the page: what one looks at comes to where one is.
const lens = document.createElement("div");
lens.id = "lens";
lens.dataset.own = "1";
let looking = null;
let scrolledFrom = null;

function magnify(by) {
  lens.remove();
  if (!by && scrolledFrom !== null) {
    scrollTo(0, scrolledFrom); // where one was before one looked
    scrolledFrom = null;
  }
  const beneath = by?.closest(".peek")?.querySelector(".secret");
  looking = by;
  if (!by?.matches(".hold") && (!beneath || isShown(beneath))) return; // not until the page changes
  const dialog = $("dialog[open]");
  const foot = footTop();
  const inSight = (part) => !dialog && isShown(part) && boxOf(part).top >= 0 && boxOf(part).bottom <= foot;
  const hidden = all(".tab-hand .secret:not(.coach *)");
  if (!hidden.length || (dialog && $("[data-marked]", dialog))) return; // it is marked where one chooses
  const begun = hidden.find((part) => !dialog && isShown(part) && boxOf(part).top >= 0 && boxOf(part).top < foot);
  if (begun && !hidden.some(inSight)) {
    scrolledFrom ??= scrollY;
    begun.closest(".panel")?.scrollIntoView({ block: "nearest" }); // what has begun above the bar is shown in its place
  }
  const keys = dialog ? [] : all("[data-beside] :is(label, button)").filter(isShown);
  if (keys.length ? [...hidden, ...keys].every(inSight) : hidden.some(inSight)) return;
  lens.replaceChildren(...hidden.map((part) => part.cloneNode(true)));
  (dialog ?? body).append(lens);
  root.style.setProperty("--lens", `${lens.offsetHeight}px`);
  if (!dialog) clearKeys(keys);
}

// Whoever chooses by what is under it has all keys below it.
function clearKeys(keys) {
  lieClear(lens);
  if (keys.length) lens.className = "high";
  keys.at(-1)?.scrollIntoView({ block: "end" });
}
onUpdate(() => looking && magnify(looking));

// Whoever has to choose in a dialog may look there, too.
onUpdate(() => {
  const dialog = $("dialog[open]");
  const hold = $(".bar .hold");
  if (!dialog || !hold || $("button[data-peek]", dialog)) return;
  const own = hold.cloneNode(true);
  own.dataset.own = "1";
  dialog.append(own);
});

const sayPeek = () => {
  for (const veil of all("button[data-peek]")) veil.setAttribute("aria-pressed", String("peek" in root.dataset));
};
onUpdate(sayPeek);

function letGo() {
  holding = null;
  peek(null);
}

function hide() {
  letGo();
  delete root.dataset.open;
  if ($("main[data-shared]")) $("dialog[open]")?.close(); // it would lock the cover
  pageUpdated();
}

// Open as long as one finger lies there, whatever the others do.
document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("button[data-peek]");
  if (!button || root.dataset.tap === "true" || holding) return;
  event.preventDefault();
  holding = { id: event.pointerId, button, since: Date.now() };
  if (toast.textContent === toast.dataset.hold) hush(); // whoever was told does it now
  peek(button);
});
for (const name of ["pointerup", "pointercancel"])
  addEventListener(name, (event) => {
    if (event.pointerId !== holding?.id) return;
    if (name === "pointerup" && Date.now() - holding.since < TOUCH) say(toast.dataset.hold, true);
    letGo();
  });
addEventListener("blur", () => root.dataset.tap !== "true" && letGo());
addEventListener("pagehide", hide);
document.addEventListener(
  "contextmenu",
  (event) => event.target.closest("button[data-peek]") && event.preventDefault(),
);

// A tap shows and hides for those who chose so, and for keyboards, whose clicks come without a pointer.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-peek]");
  if (!button || holding || (root.dataset.tap !== "true" && event.detail !== 0)) return;
  peek("peek" in root.dataset ? null : button);
  if ("peek" in root.dataset) timer = setTimeout(letGo, LOOK);
});

// While one finger holds the hand open, browsers make no click of what another one taps.
let second = null;
document.addEventListener("pointerdown", (event) => {
  if (holding && !event.isPrimary) second = { id: event.pointerId, target: event.target };
});
document.addEventListener("pointerup", (event) => {
  if (event.pointerId !== second?.id) return;
  if (second.target.contains(document.elementFromPoint(event.clientX, event.clientY))) second.target.click();
  second = null;
});

// --- notes

let unsaved = {}; // what was written here and is not yet kept
let kept = 0;
let sending = false;

const playing = () => Number($("main")?.dataset.game || 0);

function newNotes() {
  unsaved = {};
  kept = 0;
  for (const field of all("[data-note]")) write(field, null);
  notes();
}

function write(field, value) {
  if (field.type === "checkbox") field.checked = Boolean(value);
  else if (field !== document.activeElement || value === null) field.value = value ?? "";
}

async function notes() {
  const game = playing();
  if (!game || !$("[data-note]")) return;
  try {
    const found = await (await ask(`${base}/notes`)).json();
    if (found.game !== playing() || found.version < kept) return;
    kept = found.version;
    for (const field of all("[data-note]"))
      if (!(field.dataset.note in unsaved)) write(field, found.notes[field.dataset.note]);
  } catch {
    showTrouble();
  }
}

async function sendNotes() {
  if (sending) return;
  sending = true;
  while (Object.keys(unsaved).length) {
    const set = { ...unsaved };
    try {
      const reply = await post(`${base}/notes`, { game: playing(), set });
      const data = await reply.json();
      if (reply.status >= 500) throw data.error;
      if (data.error) say(data.error);
      else kept = Math.max(kept, data.version);
      for (const name in set) if (unsaved[name] === set[name]) delete unsaved[name];
    } catch (told) {
      showTrouble(told);
      await sleep(1000);
    }
  }
  sending = false;
}

function keepNote(field) {
  unsaved[field.dataset.note] = field.type === "checkbox" ? field.checked || null : field.value || null;
  sendNotes();
}

const typing = new WeakMap(); // field -> the timer that keeps it when one stops typing
document.addEventListener("input", ({ target }) => {
  if (!target.dataset.note || target.type === "checkbox") return;
  clearTimeout(typing.get(target));
  typing.set(target, setTimeout(keepNote, 700, target));
});

// A box on a note sheet takes the next of its marks with every tap: nothing, no, yes, perhaps.
function nextMark(event) {
  const { target, key } = event;
  const { marks } = target.dataset;
  if (!marks || (key && key !== "Enter" && key !== " ")) return;
  event.preventDefault();
  target.value = marks[marks.indexOf(target.value || " ") + 1] || "";
  target.dispatchEvent(new Event("change", { bubbles: true }));
}
document.addEventListener("click", nextMark);
document.addEventListener("keydown", nextMark);

document.addEventListener("click", (event) => {
  const to = event.target.closest("[data-rub]");
  if (!to || !confirmed(to)) return;
  for (const field of all(`[data-note^="${to.dataset.rub}"]`)) {
    if (field.checked) unsaved[field.dataset.note] = null;
    field.checked = false;
  }
  sendNotes();
});

// --- this phone's own taste

function prefer(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
  if (name === "lang") location.reload();
  else root.dataset[name] = value;
  for (const field of all(`input[data-pref="${name}"]`)) field.checked = value === "true";
  if (name === "sound" && value === "true") chime();
  pageUpdated();
}

// Browsers let nothing sound or shake that no finger and no key has asked for: the first one of each does. A phone that
// could sound costs its battery a fiftieth of a processor all the while, so it sleeps between two sounds.
let audio = null;
let unlocked = false;
let sounding = 0; // tones, and those who are about to sound
for (const name of ["pointerup", "keydown"])
  addEventListener(name, () => {
    if (root.dataset.sound !== "true" || !base || (unlocked && audio.state !== "interrupted")) return;
    audio ??= typeof AudioContext === "undefined" ? null : new AudioContext();
    awake(() => {
      unlocked = true;
    });
  });

function awake(act) {
  if (!audio) return;
  sounding += 1;
  audio
    .resume()
    .then(act, () => {}) // one that cannot be woken is silent
    .finally(silent);
}

function silent() {
  sounding -= 1;
  if (!sounding) audio.suspend();
}

// Tones one after the other, each with its pitch and how long it lasts, and a shake.
function chime(
  tones = [
    [660, 0.15],
    [880, 0.15],
  ],
  shake = 120,
) {
  if (root.dataset.sound !== "true" || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(shake);
  const asked = performance.now();
  awake(() => performance.now() - asked < 1000 && play(tones)); // what is old by then is not heard any more
}

function play(tones) {
  let at = audio.currentTime;
  for (const [pitch, long] of tones) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(0.2, at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    at += long + 0.01;
    tone.stop(at);
    sounding += 1;
    tone.onended = silent;
  }
}

// One switch in sight, and the same under “More”.
document.addEventListener("click", (event) => {
  const name = event.target.closest("[data-switch]")?.dataset.switch;
  if (name) prefer(name, String(root.dataset[name] !== "true"));
});
onUpdate(() => {
  for (const one of all("[data-switch]"))
    one.setAttribute("aria-pressed", String(root.dataset[one.dataset.switch] === "true"));
});

// --- the clock runs on between two looks at the server

const clocks = new WeakMap(); // clock -> what the server said last, and when
function tick() {
  for (const clock of all(".clock, .countdown")) {
    const { left, least = 0, still, key } = clock.dataset;
    const told = `${key} ${left}`;
    if (clocks.get(clock)?.told !== told) clocks.set(clock, { told, since: Date.now() });
    const gone = still === undefined ? Math.floor((Date.now() - clocks.get(clock).since) / 1000) : 0;
    const now = still === undefined ? Math.max(least, left - gone) : left;
    if (key) set(clock, "textContent", `${now} s`);
    else set(clock.lastElementChild, "textContent", `${Math.floor(now / 60)}:${String(now % 60).padStart(2, "0")}`);
  }
}
setInterval(tick, 1000);
onUpdate(tick);

if (base) {
  gather(body);
  connect();
  document.addEventListener("DOMContentLoaded", notes); // all scripts have put their fields into the page by then
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  addEventListener("offline", () => showTrouble());
  document.addEventListener("visibilitychange", wake);
  // A stream that does not even begin has less time.
  setInterval(() => source && Date.now() - heard > (source.readyState ? 35000 : 10000) && reconnect(), 5000);
}
// What somebody chose before this ran was heard by nobody.
function chosen(field) {
  if (!field.options) return "defaultValue" in field && field.value !== field.defaultValue;
  return (
    field.selectedIndex !==
    Math.max(
      0,
      [...field.options].findIndex((one) => one.defaultSelected),
    )
  );
}
for (const form of all("form[data-auto]")) if ([...form.elements].some(chosen)) form.requestSubmit();
for (const slot of Object.keys(sessionStorage))
  if (base && slot.startsWith(`${base}/move `)) move(`${base}/move`, JSON.parse(sessionStorage[slot]));
