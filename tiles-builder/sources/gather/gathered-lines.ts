/** Collects nodes of lines in columns, then numbers used nodes from 0 (rank in a bit set): 12 bytes each. */
import { ChunkedNumbers } from '../../base/numbers/chunked-numbers.ts';
import { NumberSet } from '../../base/numbers/number-set.ts';
import { type LineNodes, NO_NODE } from '../features.ts';
import { MISSING_NODE, type OsmRoads } from './osm-roads.ts';

export interface NumberedNodes extends Pick<OsmRoads, 'wayNodes' | 'nodeLon' | 'nodeLat'> {
  /** MISSING_NODE if no line has it. */
  readonly numberHere: (nodeOfSource: number) => number;
}

export class GatheredLines {
  readonly #nodes = new ChunkedNumbers(Uint32Array);
  readonly #lon = new ChunkedNumbers(Int32Array);
  readonly #lat = new ChunkedNumbers(Int32Array);

  get length(): number {
    return this.#nodes.length;
  }

  append({ nodes, lon, lat }: LineNodes): void {
    this.#nodes.append(nodes);
    this.#lon.append(lon);
    this.#lat.append(lat);
  }

  numbered(): NumberedNodes {
    const used = new NumberSet();
    for (const nodes of this.#nodes.chunks()) for (const node of nodes) if (node !== NO_NODE) used.add(node);
    const wayNodes = new Int32Array(this.length);
    const nodeLon = new Int32Array(used.size);
    const nodeLat = new Int32Array(used.size);
    const lonChunks = this.#lon.drained();
    const latChunks = this.#lat.drained();
    let place = 0;
    for (const nodes of this.#nodes.drained()) {
      const lon: Int32Array = lonChunks.next().value;
      const lat: Int32Array = latChunks.next().value;
      for (let i = 0; i < nodes.length; i++) {
        const node = nodes[i] === NO_NODE ? MISSING_NODE : used.placeOf(nodes[i]);
        wayNodes[place++] = node;
        if (node === MISSING_NODE) continue;
        nodeLon[node] = lon[i];
        nodeLat[node] = lat[i];
      }
    }
    return {
      wayNodes,
      nodeLon,
      nodeLat,
      numberHere: (node) => (used.has(node) ? used.placeOf(node) : MISSING_NODE),
    };
  }
}
