// This phone's share in the deal: it is promised under the laptop's seal, revealed when all promises are in, and looked for
// in the deal. Whoever changes the seal or leaves the share out is told on by this page.
import { $, onUpdate, post } from "./app.js";

const base = document.body.dataset.live.replace(/\/seat\/\d+$/, "");
const told = $("#unfair");
const hex = (bytes) => [...bytes].map((n) => n.toString(16).padStart(2, "0")).join("");
const bytes = (text) => (text.match(/../g) || []).map((pair) => parseInt(pair, 16));
const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));

// SHA-256 by hand: browsers keep theirs for secure contexts, and a living room is none.
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const roots = (power) => primes.map((p) => (p ** (1 / power) * 2 ** 32) | 0);
const K = roots(3);
const turn = (n, by) => (n >>> by) | (n << (32 - by));

export function sha256(data) {
  const sum = roots(2).slice(0, 8);
  const block = new Uint8Array(((data.length + 8) >> 6) * 64 + 64);
  block.set([...data, 128]);
  const view = new DataView(block.buffer);
  view.setUint32(block.length - 4, data.length * 8);
  for (let at = 0; at < block.length; at += 64) {
    const w = [];
    let s = [...sum];
    for (let i = 0; i < 64; i++) {
      const [p, q] = [w[i - 15], w[i - 2]];
      w[i] =
        i < 16
          ? view.getInt32(at + 4 * i)
          : (w[i - 16] + w[i - 7] + (turn(p, 7) ^ turn(p, 18) ^ (p >>> 3)) + (turn(q, 17) ^ turn(q, 19) ^ (q >>> 10))) |
            0;
      const [a, b, c, d, e, f, g, h] = s;
      const t = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i];
      s = [
        (t + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0,
        a,
        b,
        c,
        (d + t) | 0,
        e,
        f,
        g,
      ];
    }
    for (const i of s.keys()) sum[i] = (sum[i] + s[i]) | 0;
  }
  return sum.map((n) => (n >>> 0).toString(16).padStart(8, "0")).join("");
}

// What this phone knows of its share outlives the page; where nothing can be kept, it lives as long as the page.
const memory = {};
function recall(name) {
  try {
    memory[name] = JSON.parse(localStorage.getItem(`${name} ${base}`)) ?? memory[name];
  } catch {
    // closed to us
  }
  return memory[name];
}
function keep(name, value) {
  memory[name] = value;
  try {
    localStorage.setItem(`${name} ${base}`, JSON.stringify(value));
  } catch {
    // closed to us
  }
}

function warn(mine, kind) {
  if (mine.warned === kind) return;
  keep("share", Object.assign(mine, { warned: kind }));
  keep("unfair", kind);
  show();
}

function show() {
  const kind = recall("unfair");
  told.hidden = !kind;
  if (kind) told.firstElementChild.textContent = told.dataset[kind];
}

told.querySelector("button").addEventListener("click", () => {
  keep("unfair", "");
  show();
});

const postSeat = (mine, where, data) => post(`${base}/seat/${mine.seat}/${where}`, data);

// The game on the table: is it the one that was promised?
function check(mine, page) {
  if (!mine) return;
  if (mine.game !== Number(page.game)) {
    const next = Number(page.next);
    if (!mine.closed || ("dealing" in page && mine.game === next)) return;
    // It gave its share, and now there is neither that deal nor the moment before it.
    if (mine.game >= next) warn(mine, "changed");
    else if (!mine.seen) warn(mine, "unseen");
    return;
  }
  if (mine.closed && !mine.seen) keep("share", Object.assign(mine, { seen: true }));
  const lies = page.seed && sha256([...letters("sousmain seed\0"), ...bytes(page.seed)]) !== mine.seal;
  if (page.commitment !== mine.seal || lies || (mine.closed && page.pledges !== mine.closed)) warn(mine, "changed");
  else if (page.shares.split(",")[mine.seat] !== mine.share && !mine.other) warn(mine, "left");
}

async function step(page) {
  let mine = recall("share");
  check(mine, page);
  if (!page.seal) return;
  const held = page.held.split(",").map(Number);
  const promised = page.promised.split(",");
  const next = Number(page.next);
  const dealing = "dealing" in page;
  const known = mine?.game === next;
  if (known && page.seal !== mine.seal) warn(mine, "changed");
  if (!known || page.seal !== mine.seal || (mine.closed && !dealing) || !held.includes(mine.seat)) {
    if (dealing) return; // too late for this one
    mine = { game: next, seat: held[0], seal: page.seal, share: hex(crypto.getRandomValues(new Uint8Array(16))) };
    keep("share", mine);
  }
  const pledge = sha256([...letters("sousmain pledge\0"), ...bytes(mine.seal), ...bytes(mine.share)]);
  const listed = promised[mine.seat] === pledge;
  if (dealing && listed) {
    // What was revealed under one list of promises must not be used under another.
    if (mine.closed && mine.closed !== page.promised) return warn(mine, "changed");
    keep("share", Object.assign(mine, { closed: page.promised }));
    const reply = await postSeat(mine, "share", { share: mine.share });
    if (reply.status >= 500 || reply.status === 403) throw new Error(reply.status);
  } else if (!dealing && !listed && !mine.other) {
    const reply = await postSeat(mine, "pledge", { pledge, commitment: mine.seal });
    if (reply.status >= 500 || reply.status === 403) throw new Error(reply.status);
    if (reply.status === 409 && "shared" in page && promised[mine.seat]) {
      keep("share", Object.assign(mine, { other: true }));
      warn(mine, "other");
    }
  }
}

let busy = false;
let again = false;

async function look() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  again = false;
  try {
    await step({ ...$("#fair").dataset });
  } catch {
    setTimeout(look, 1000);
  }
  busy = false;
  if (again) look();
}

show();
let version = "";
onUpdate(() => {
  if (version === $("main").dataset.version) return;
  version = $("main").dataset.version;
  look();
});
