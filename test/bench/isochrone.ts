/** Benchmark of isochrones against Valhalla and Dijkstra: time, exactness, validity. */

import { TRAVELS, type Travel } from '../../src/format/tile-sets.ts';
import { areaOfZone_m2 } from '../../src/geo/area.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { searchBounded } from '../../src/isochrone/bounded-search.ts';
import type { IsochroneQuery } from '../../src/isochrone/compute-isochrone.ts';
import { computeIsochrone, type Isochrone } from '../../src/isochrone/compute-isochrone.ts';
import { snapOrigin } from '../../src/isochrone/snap-origin.ts';
import { MAX_LOADED_BYTES } from '../../src/limits.ts';
import type { DatasetReader } from '../../src/storage/dataset-reader.ts';
import { LoadedObjects } from '../../src/storage/loaded-objects.ts';
import { buildRoadGraph } from '../../tiles-builder/roads/graph/build-road-graph.ts';
import type { SourceConfig } from '../../tiles-builder/sources/config/config.ts';
import { readRoadData } from '../support/files/read-extract.ts';
import { alone } from '../support/roads/alone.ts';
import { ArrivalComparison } from '../support/roads/compare-arrivals.ts';
import { cutGraph, placesOnStreets, type RealRoads } from '../support/roads/real-roads.ts';
import { faultsOfOutline } from '../support/zones/valid-outline.ts';
import { median, percentile95 } from './measures.ts';
import { openValhalla, type Valhalla, zoneOfPeer } from './valhalla.ts';

const TIMES_S: Record<Travel, readonly number[]> = {
  pedestrian: [300, 600, 900, 1_800],
  motorized: [300, 600, 1_200, 1_800, 3_600],
};
const SEED = 20_261_121;
/** Untimed calls until code is compiled. */
const WARM_CALLS = 300;

export interface IsochroneBenchOptions {
  readonly origins: number;
  readonly peer: boolean;
  readonly progress: (step: string) => void;
}

interface Milliseconds {
  readonly median: number;
  readonly p95: number;
}

/** Medians over origins; `null` without the peer. */
export interface IsochroneFigures {
  readonly travel: Travel;
  /** Seconds. */
  readonly time: number;
  readonly origins: number;
  readonly ours_ms: Milliseconds;
  readonly peer_ms: Milliseconds | null;
  readonly ratio: number | null;
  /** With a heap on the whole graph, and by the hierarchy. */
  readonly dijkstra_ms: { readonly median: number };
  readonly search_ms: { readonly median: number };
  readonly nodes_settled: number;
  readonly vertices: number;
  readonly area_ratio: number | null;
}

export interface IsochroneBench {
  readonly isochrone: readonly IsochroneFigures[];
  readonly mismatches: number;
  readonly invalid_outlines: number;
}

export async function benchIsochrone(
  source: SourceConfig,
  { origins, peer, progress }: IsochroneBenchOptions,
): Promise<IsochroneBench> {
  progress(`Read ${source.file}`);
  const { roads, known } = await readRoadData(source.file, source.coverage);
  const valhalla = peer ? await openValhalla(source.file, progress) : undefined;
  const figures: IsochroneFigures[] = [];
  let mismatches = 0;
  let invalid_outlines = 0;
  for (const travel of TRAVELS) {
    progress(`Build ${travel} roads`);
    const built = await cutGraph(buildRoadGraph(roads, travel, known), travel);
    const bench = new TravelBench(built, travel, origins, valhalla);
    for (const time_s of TIMES_S[travel]) {
      const measured = await bench.measure(time_s);
      mismatches += measured.mismatches;
      invalid_outlines += measured.invalid_outlines;
      figures.push(measured.figures);
      console.log(describe(measured.figures));
    }
  }
  console.log(`${mismatches} mismatches, ${invalid_outlines} invalid outlines`);
  return { isochrone: figures, mismatches, invalid_outlines };
}

class TravelBench {
  readonly #roads: RealRoads;
  readonly #travel: Travel;
  readonly #queries: readonly Omit<IsochroneQuery, 'time_s'>[];
  readonly #valhalla: Valhalla | undefined;
  readonly #loaded = new LoadedObjects(MAX_LOADED_BYTES);
  readonly #comparison: ArrivalComparison;

  constructor(roads: RealRoads, travel: Travel, origins: number, valhalla: Valhalla | undefined) {
    this.#roads = roads;
    this.#travel = travel;
    this.#queries = placesOnStreets(roads.graph, origins, SEED).map((origin) => ({ origin, travel }));
    this.#valhalla = valhalla;
    this.#comparison = new ArrivalComparison(roads.graph, roads.hierarchy);
  }

  async measure(
    time_s: number,
  ): Promise<{ figures: IsochroneFigures; mismatches: number; invalid_outlines: number }> {
    const queries = this.#queries.map((query) => ({ ...query, time_s }));
    const isochrones: Isochrone[] = [];
    for (const query of queries) isochrones.push(await this.#compute(query, this.#reader()));
    for (let call = queries.length; call < WARM_CALLS; call++) {
      JSON.stringify((await this.#compute(queries[call % queries.length], this.#reader())).zone);
    }
    const { ours_ms, peer_ms, areaRatios } = await this.#race(queries);
    const exact = await this.#compareArrivals(queries);
    const ours = median(ours_ms);
    const peer = peer_ms.length > 0 ? median(peer_ms) : null;
    return {
      figures: {
        travel: this.#travel,
        time: time_s,
        origins: queries.length,
        ours_ms: { median: ours, p95: percentile95(ours_ms) },
        peer_ms: peer === null ? null : { median: peer, p95: percentile95(peer_ms) },
        ratio: peer === null ? null : peer / ours,
        dijkstra_ms: { median: median(exact.dijkstra_ms) },
        search_ms: { median: median(exact.search_ms) },
        nodes_settled: median(isochrones.map(({ nodesSettled }) => nodesSettled)),
        vertices: median(isochrones.map(({ zone }) => zone.flat(2).length)),
        area_ratio: areaRatios.length > 0 ? median(areaRatios) : null,
      },
      mismatches: exact.mismatches,
      invalid_outlines: isochrones.filter(({ zone }) => faultsOfOutline(zone).length > 0).length,
    };
  }

  #reader(): DatasetReader {
    return this.#roads.reader(this.#loaded);
  }

  async #compute(query: IsochroneQuery, reader: DatasetReader): Promise<Isochrone> {
    const result = await computeIsochrone(query, alone(reader));
    if (!result.ok) throw new Error(`${JSON.stringify(query)}: ${JSON.stringify(result.failure)}`);
    return result.value;
  }

  /** Query to JSON text, tiles in memory. Times the second of two equal calls, alternating with the peer. */
  async #race(
    queries: readonly IsochroneQuery[],
  ): Promise<{ ours_ms: number[]; peer_ms: number[]; areaRatios: number[] }> {
    const ours_ms: number[] = [];
    const peer_ms: number[] = [];
    const areaRatios: number[] = [];
    for (const query of queries) {
      JSON.stringify((await this.#compute(query, this.#reader())).zone);
      let start = performance.now();
      const { zone } = await this.#compute(query, this.#reader());
      JSON.stringify(zone);
      ours_ms.push(performance.now() - start);
      if (!this.#valhalla) continue;
      await this.#valhalla.isochrone(query);
      start = performance.now();
      const json = await this.#valhalla.isochrone(query);
      const took = performance.now() - start;
      if (json === undefined) continue;
      peer_ms.push(took);
      const peerZone = zoneOfPeer(json);
      if (peerZone.length > 0) areaRatios.push(areaOfZone_m2(zone) / areaOfUnoriented_m2(peerZone));
    }
    return { ours_ms, peer_ms, areaRatios };
  }

  async #compareArrivals(
    queries: readonly IsochroneQuery[],
  ): Promise<{ mismatches: number; dijkstra_ms: number[]; search_ms: number[] }> {
    const dijkstra_ms: number[] = [];
    const search_ms: number[] = [];
    let mismatches = 0;
    for (const { origin, time_s } of queries) {
      const reader = this.#reader();
      const snapped = await snapOrigin(origin, this.#travel, reader);
      if (!snapped.ok) throw new Error(JSON.stringify(snapped.failure));
      const limit_ms = time_s * 1_000;
      let start = performance.now();
      const reach = await searchBounded(snapped.value, limit_ms, this.#travel, reader);
      search_ms.push(performance.now() - start);
      start = performance.now();
      this.#comparison.search(snapped.value, limit_ms);
      dijkstra_ms.push(performance.now() - start);
      if (this.#comparison.differences(reach).length > 0) mismatches++;
    }
    return { mismatches, dijkstra_ms, search_ms };
  }
}

/** For rings of any orientation. */
function areaOfUnoriented_m2(zone: Zone): number {
  const areas = zone.map(([shell, ...holes]) => {
    const of = (ring: Zone[number][number]): number => Math.abs(areaOfZone_m2([[ring]]));
    return of(shell!) - holes.reduce((sum, hole) => sum + of(hole), 0);
  });
  return areas.reduce((sum, area) => sum + area, 0);
}

function describe(figures: IsochroneFigures): string {
  const { travel, time, ours_ms, peer_ms, ratio, dijkstra_ms, search_ms, area_ratio } = figures;
  const beside =
    peer_ms &&
    `, Valhalla ${peer_ms.median.toFixed(1)} (p95 ${peer_ms.p95.toFixed(1)}): ${ratio!.toFixed(1)} times, area ${area_ratio?.toFixed(2)}`;
  return (
    `${travel} ${time / 60} min: ${ours_ms.median.toFixed(2)} ms (p95 ${ours_ms.p95.toFixed(2)})${beside ?? ''}; ` +
    `distances ${search_ms.median.toFixed(2)} ms, by Dijkstra ${dijkstra_ms.median.toFixed(2)}; ` +
    `${figures.nodes_settled} nodes, ${figures.vertices} vertices`
  );
}
