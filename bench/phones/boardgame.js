// A table of questions and answers on boardgame.io, as its documentation has it: `node boardgame.js memory|FOLDER` prints its port.
const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

const SHOWN = 20; // questions in the log, as many as a page of ours shows

const game = {
  name: "questions",
  setup: ({ ctx }) => ({ lines: [], racks: Array(ctx.numPlayers).fill(["3 green", "5 pink", "7 blue"]) }),
  playerView: ({ G, playerID }) => ({ ...G, racks: G.racks.map((rack, seat) => (String(seat) === playerID ? null : rack)) }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    ask: ({ G, playerID }) => {
      G.lines.push({ seat: playerID, question: 6, answer: G.lines.length % 4 });
      G.lines.splice(0, G.lines.length - SHOWN);
    },
  },
};

const [, , store] = process.argv;
const db = store === "memory" ? {} : { db: new FlatFile({ dir: store }) };
const server = Server({ games: [game], origins: [Origins.LOCALHOST], ...db });
server.run({ port: 0 }).then(({ appServer }) => {
  process.stdout.write(`${appServer.address().port}\n`);
});
