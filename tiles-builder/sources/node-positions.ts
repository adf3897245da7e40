/** The second pass over an OSM PBF file: where the nodes are that the first pass found in use. */
import type { Progress, Tags } from '../records.ts';
import { readOsmPbf } from './osm-pbf.ts';

/** Nodes by ascending id; a node's place in the arrays is its index. */
export interface NodePositions {
  /** OSM ids, strictly ascending. */
  readonly ids: Float64Array;
  /** WGS84 in 1e-7 degrees. */
  readonly lon: Int32Array;
  readonly lat: Int32Array;
  /** 1 where the file holds the node, 0 where ways refer to it but the extract left it out. */
  readonly known: Uint8Array;
}

/** The distinct ids of a list, ascending. */
export function sortedIds(ids: Iterable<number>): Float64Array {
  const sorted = Float64Array.from(ids).sort();
  let length = 0;
  for (const id of sorted) if (length === 0 || sorted[length - 1] !== id) sorted[length++] = id;
  return sorted.slice(0, length);
}

/** Where `id` is in an ascending list, or -1. */
export function indexOfId(ids: Float64Array, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : -1;
}

/**
 * @param ids from {@link sortedIds}
 * @param onTags called with the index of each wanted node that has tags
 * @throws BadInput
 */
export async function readNodePositions(
  file: string,
  ids: Float64Array,
  progress: Progress,
  step: string,
  onTags: (node: number, tags: Tags) => void = () => {},
): Promise<NodePositions> {
  const lon = new Int32Array(ids.length);
  const lat = new Int32Array(ids.length);
  const known = new Uint8Array(ids.length);
  const node = (id: number, nodeLon: number, nodeLat: number, tags: Tags | null): void => {
    const index = indexOfId(ids, id);
    if (index < 0) return;
    lon[index] = nodeLon;
    lat[index] = nodeLat;
    known[index] = 1;
    if (tags) onTags(index, tags);
  };
  await readOsmPbf(file, { node }, progress, step);
  return { ids, lon, lat, known };
}
