// boardgame.io's own server: node server.js [FOLDER]; with a folder games are kept in files, without in memory. Prints its port.

const { Server, FlatFile } = require("boardgame.io/server");
const { game } = require("./game.js");

const folder = process.argv[2];
const server = Server({ games: [game], origins: [], db: folder ? new FlatFile({ dir: folder }) : undefined });
server.run(0).then(({ appServer }) => console.log(`port ${appServer.address().port}`));
