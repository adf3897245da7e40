/** Contracts tiles of one level: they do not depend on one another, so they are shared out over threads. */
import { Worker } from 'node:worker_threads';
import { type ContractedTile, contractTile, type TileGraph } from './contract-tile.ts';

/** Below this many arcs altogether starting threads takes longer than the work. */
const MIN_ARCS_FOR_THREADS = 50_000;

/** @returns the contracted tiles in the order of `graphs`, the same for any number of threads */
export async function contractTiles(
  graphs: readonly TileGraph[],
  threads: number,
): Promise<ContractedTile[]> {
  const arcs = graphs.reduce((sum, graph) => sum + graph.arcs.tail.length, 0);
  const workers = Math.min(threads, graphs.length);
  if (workers <= 1 || arcs < MIN_ARCS_FOR_THREADS) return graphs.map(contractTile);

  const contracted: ContractedTile[] = new Array(graphs.length);
  // The largest first, so that no thread is left with a long one at the end.
  const queue = graphs.map((_, index) => index);
  queue.sort((a, b) => graphs[b]!.arcs.tail.length - graphs[a]!.arcs.tail.length || a - b);
  let next = 0;
  const runWorker = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./contract-worker.ts', import.meta.url));
      let current = -1;
      const feed = (): void => {
        if (next === queue.length) {
          void worker.terminate().then(() => resolve());
          return;
        }
        current = queue[next++]!;
        worker.postMessage(graphs[current]);
      };
      worker.on('message', (tile: ContractedTile) => {
        contracted[current] = tile;
        feed();
      });
      worker.on('error', reject);
      feed();
    });
  await Promise.all(Array.from({ length: workers }, runWorker));
  return contracted;
}
