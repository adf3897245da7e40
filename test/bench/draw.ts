/** Draws isochrones of several times, and Valhalla's, as SVG. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Travel } from '../../src/format/tile-sets.ts';
import { boundingBoxOf, type Position } from '../../src/geo/positions.ts';
import { computeIsochrone } from '../../src/isochrone/compute-isochrone.ts';
import type { SourceConfig } from '../../tiles-builder/config/config.ts';
import { readRoadData } from '../../tiles-builder/read/road-data.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import { cutGraph } from '../support/roads/real-roads.ts';
import { type PlottedZone, plotIsochrones } from './plot-isochrone.ts';
import { openValhalla, zoneOfPeer } from './valhalla.ts';

const COLOURS = ['#06c', '#090', '#b50', '#a0a', '#555'];

export interface DrawingOptions {
  readonly origin: Position;
  readonly travel: Travel;
  readonly times_s: readonly number[];
  readonly peer: boolean;
  /** An SVG file; Valhalla's gets `-peer`. */
  readonly out: string;
}

export async function drawIsochrones(source: SourceConfig, options: DrawingOptions): Promise<string[]> {
  const { origin, travel, times_s, peer, out } = options;
  const { roads, known } = await readRoadData(source, { progress: () => {}, scratch: tmpdir() });
  const { graph, tiles } = await cutGraph(buildRoadGraph(roads, travel, known), travel);
  const longestFirst = times_s.toSorted((a, b) => b - a);
  const colourOf = (index: number): string => COLOURS[(longestFirst.length - 1 - index) % COLOURS.length];
  const ours: PlottedZone[] = [];
  for (const [index, time_s] of longestFirst.entries()) {
    const result = await computeIsochrone({ origin, travel, time_s }, tiles);
    if (!result.ok) throw new Error(JSON.stringify(result.failure));
    ours.push({ zone: result.value.zone, colour: colourOf(index) });
  }
  const box = boundingBoxOf(ours.flatMap(({ zone }) => zone.flat()));
  writeFileSync(out, plotIsochrones(ours, graph, origin, box));
  if (!peer) return [out];
  const valhalla = await openValhalla(source.file, () => {});
  const theirs: PlottedZone[] = [];
  for (const [index, time_s] of longestFirst.entries()) {
    const json = await valhalla.isochrone({ origin, travel, time_s });
    if (json) theirs.push({ zone: zoneOfPeer(json), colour: colourOf(index) });
  }
  const peerOut = out.replace(/(\.svg)?$/, '-peer.svg');
  writeFileSync(peerOut, plotIsochrones(theirs, graph, origin, box));
  return [out, peerOut];
}
