/** Numbers the nodes that lines use from 0, by their rank in a bit set, at 12 bytes each. */
import type { GrowingArray } from '../../base/numbers/growing-array.ts';
import { NumberSet } from '../../base/numbers/number-set.ts';
import { NO_NODE } from '../features.ts';
import { MISSING_NODE, type OsmRoads } from './osm-roads.ts';

/** Columns have an entry for each node of a line, as in `LineNodes`. */
export interface GatheredLines {
  readonly nodes: GrowingArray<Uint32Array>;
  readonly lon: GrowingArray<Int32Array>;
  readonly lat: GrowingArray<Int32Array>;
}

export interface NumberedNodes extends Pick<OsmRoads, 'wayNodes' | 'nodeLon' | 'nodeLat'> {
  /** MISSING_NODE if no line has it. */
  readonly numberHere: (nodeOfSource: number) => number;
}

/** Writes `wayNodes` over the columns' nodes: NO_NODE has the bits of MISSING_NODE. */
export function numberedNodes({ nodes, lon, lat }: GatheredLines): NumberedNodes {
  const ofSource = nodes.view();
  const used = new NumberSet();
  for (const node of ofSource) if (node !== NO_NODE) used.add(node);
  const wayNodes = new Int32Array(ofSource.buffer, 0, ofSource.length);
  const nodeLon = new Int32Array(used.size);
  const nodeLat = new Int32Array(used.size);
  for (const [place, ofSourceNode] of ofSource.entries()) {
    if (ofSourceNode === NO_NODE) continue;
    const node = used.placeOf(ofSourceNode);
    wayNodes[place] = node;
    nodeLon[node] = lon.values[place];
    nodeLat[node] = lat.values[place];
  }
  const numberHere = (node: number): number => (used.has(node) ? used.placeOf(node) : MISSING_NODE);
  return { wayNodes, nodeLon, nodeLat, numberHere };
}
