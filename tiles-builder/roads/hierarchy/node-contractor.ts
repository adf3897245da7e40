/** Contracts sparse nodes by edge difference and depth, in a lazy queue (Geisberger et al. 2008), with witness search. */
import { MinHeap } from './min-heap.ts';
import type { PreparationGraph } from './preparation-graph.ts';
import { WitnessSearch } from './witness-search.ts';

/** Nodes with more go to the closure: witness search stalls among dense arcs. */
const MAX_SHORTCUTS = 10;

/** Contracted nodes retain arcs to uncontracted ones. */
export function contractNodes(graph: PreparationGraph, ownNodes: number, leave: number): number[] {
  const witness = new WitnessSearch(graph);
  const hops = new Int32Array(ownNodes);
  const queue = new MinHeap(ownNodes + 1);
  const contracted: number[] = [];

  const countShortcuts = (node: number): number => {
    let shortcuts = 0;
    visitShortcuts(graph, witness, node, () => {
      shortcuts++;
    });
    return shortcuts;
  };
  const priorityOf = (node: number, shortcuts: number): number =>
    4 * (shortcuts - graph.heads[node].length - graph.tails[node].length) + hops[node];

  for (let node = 0; node < ownNodes; node++) queue.push(priorityOf(node, countShortcuts(node)), node);
  while (queue.size > leave) {
    const node = queue.pop();
    const shortcuts = countShortcuts(node);
    const priority = priorityOf(node, shortcuts);
    if (queue.size > 0 && priority > queue.smallestKey) {
      queue.push(priority, node);
      continue;
    }
    if (shortcuts > MAX_SHORTCUTS && queue.size < MAX_LEFT_FOR_CLOSURE) break;
    contracted.push(node);
    const found: number[] = [];
    visitShortcuts(graph, witness, node, (tail, head, ms) => found.push(tail, head, ms));
    graph.detach(node);
    for (let i = 0; i < found.length; i += 3) graph.addArc(found[i], found[i + 1], found[i + 2]);
    for (const neighbours of [graph.heads[node], graph.tails[node]]) {
      for (const neighbour of neighbours) {
        if (neighbour < ownNodes) hops[neighbour] = Math.max(hops[neighbour], hops[node] + 1);
      }
    }
  }
  return contracted;
}

/** With more nodes, the closure's cubic cost exceeds that of a stalling witness search. */
const MAX_LEFT_FOR_CLOSURE = 1_500;

function visitShortcuts(
  graph: PreparationGraph,
  witness: WitnessSearch,
  node: number,
  visit: (tail: number, head: number, ms: number) => void,
): void {
  const heads = graph.heads[node];
  const headMs = graph.headMs[node];
  const tails = graph.tails[node];
  const tailMs = graph.tailMs[node];
  let longest = 0;
  for (const ms of headMs) if (ms > longest) longest = ms;
  for (let i = 0; i < tails.length; i++) {
    const tail = tails[i];
    if (heads.length === 0 || (heads.length === 1 && heads[0] === tail)) continue;
    witness.run(tail, node, tailMs[i] + longest);
    for (let j = 0; j < heads.length; j++) {
      const head = heads[j];
      if (head === tail) continue;
      const ms = tailMs[i] + headMs[j];
      if (!witness.reachedWithin(head, ms)) visit(tail, head, ms);
    }
  }
}
