/** A thread that contracts the tiles that it is sent. */
import { parentPort } from 'node:worker_threads';
import { contractTile, type TileGraph } from './contract-tile.ts';

parentPort!.on('message', (graph: TileGraph) => {
  parentPort!.postMessage(contractTile(graph));
});
