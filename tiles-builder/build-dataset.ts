/** The whole build: sources → roads and people → tiles → a folder of immutable objects. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { intersection } from 'polyclip-ts';
import { FORMAT_VERSION } from '../src/format/envelope.ts';
import type { CountLayer, Layer, Manifest } from '../src/format/manifest.ts';
import type { TRAVELS } from '../src/format/road-tile.ts';
import type { Cell } from '../src/geo/cells.ts';
import type { Zone } from '../src/geo/positions.ts';
import { BadInput } from './bad-input.ts';
import type { Config, SourceConfig } from './config.ts';
import { cutCountTiles } from './cut-tiles/cut-count-tiles.ts';
import { cutRoadTiles } from './cut-tiles/cut-road-tiles.ts';
import { MANIFEST_FILE, writeObjects } from './dataset-folder.ts';
import { datasetVersion, describeSources } from './dataset-version.ts';
import { roadsideCells } from './living/roadside-cells.ts';
import { type SpreadReport, spreadCensus } from './living/spread-census.ts';
import type { MillipersonsByCell, Progress } from './records.ts';
import { buildRoadGraph } from './road-graph/build-road-graph.ts';
import { readBuildings } from './sources/buildings.ts';
import { censusCoverage, readCensus } from './sources/census.ts';
import { readCoverage } from './sources/coverage.ts';
import { osmCoverage, readOsmRoads } from './sources/osm.ts';

export interface BuildOptions {
  readonly progress: Progress;
  /** URL of a ClickHouse server for the locations; without it the embedded engine. */
  readonly clickhouse?: string | undefined;
}

export interface BuildSummary {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly seconds: number;
  /** How the census was spread; `null` without a census. */
  readonly living: SpreadReport | null;
  /** What the user should know and may want to change. */
  readonly warnings: readonly string[];
}

/**
 * Builds a dataset into `folder`. An earlier dataset there is replaced when all has succeeded, and only then.
 * @throws BadInput where a source cannot be built from
 */
export async function buildDataset(
  config: Config,
  folder: string,
  options: BuildOptions,
): Promise<BuildSummary> {
  const { progress } = options;
  const startedAt = performance.now();
  const out = resolve(folder);
  checkReplaceable(out);
  mkdirSync(dirname(out), { recursive: true });
  const unfinished = mkdtempSync(`${out}.unfinished-`);
  try {
    progress('Check sources');
    const sources = await describeSources(config);
    const version = await datasetVersion(config, sources);
    const roadsCoverage = await coverageOf(config.roads);
    const builtUpCoverage = config.buildings ? await coverageOf(config.buildings) : roadsCoverage;

    const roads = await readOsmRoads(config.roads.file, progress);
    const roadside = new Set<Cell>();
    const buildTravel = (travel: (typeof TRAVELS)[number]): Manifest['roads'][typeof travel] => {
      progress(`Build ${travel} roads`);
      const graph = buildRoadGraph(roads, travel, roadsCoverage);
      for (const cell of roadsideCells(graph)) roadside.add(cell);
      progress(`Cut ${travel} tiles`);
      const { objects, layer } = cutRoadTiles(graph, travel, version);
      writeObjects(unfinished, version, objects);
      return layer;
    };
    const roadLayers = { pedestrian: buildTravel('pedestrian'), motorized: buildTravel('motorized') };
    const buildings = config.buildings ? await readBuildings(config.buildings.file, progress) : null;

    const cutPeople = (name: Layer, people: MillipersonsByCell): CountLayer => {
      progress(`Cut ${name} tiles`);
      const { objects, layer } = cutCountTiles(name, people, version);
      writeObjects(unfinished, version, objects);
      return layer;
    };
    let living: {
      coverage: Zone;
      layer: CountLayer;
      people: MillipersonsByCell;
      report: SpreadReport;
    } | null = null;
    if (config.census) {
      const units = readCensus(config.census, progress);
      const listed = config.census.coverage ? readCoverage(config.census.coverage) : censusCoverage(units);
      const coverage = intersect(listed, builtUpCoverage);
      if (coverage.length === 0) {
        throw new BadInput(
          config.census.file,
          null,
          'no square lies inside the coverage of the buildings or roads',
        );
      }
      progress('Spread the census');
      const { people, report } = spreadCensus({
        units,
        buildings,
        roadside,
        coverage,
        buildingsCoverage: builtUpCoverage,
      });
      living = { coverage, people, report, layer: cutPeople('living', people) };
    }

    const manifest: Manifest = {
      format: FORMAT_VERSION,
      region: config.name,
      version,
      built_at: new Date().toISOString(),
      timezone: config.timezone,
      simulated: config.simulated,
      cut_isochrones: config.cut_isochrones,
      sources,
      coverage: { roads: roadsCoverage, living: living?.coverage ?? null, working: null },
      roads: roadLayers,
      living: living?.layer ?? null,
      working: null,
      error_model: null,
    };
    writeFileSync(join(unfinished, MANIFEST_FILE), `${JSON.stringify(manifest, null, 1)}\n`);
    rmSync(out, { recursive: true, force: true });
    renameSync(unfinished, out);
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      folder: out,
      manifest,
      seconds,
      living: living?.report ?? null,
      warnings: warningsOf(living?.report),
    };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Refuses a folder that holds something else than a dataset, before it would be replaced. */
function checkReplaceable(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, MANIFEST_FILE)) || readdirSync(folder).length === 0)
    return;
  throw new BadInput(folder, null, 'is a folder with other things in it than a dataset; name a new one');
}

function warningsOf(living: SpreadReport | undefined): string[] {
  const warnings: string[] = [];
  if (living && living.people_without_buildings > 0) {
    warnings.push(
      `${Math.round(living.people_without_buildings)} people live in ${living.units_without_buildings} census units ` +
        'without a building and are spread along their roads; a fuller source of buildings would place them better',
    );
  }
  return warnings;
}

async function coverageOf(source: SourceConfig): Promise<Zone> {
  return source.coverage === undefined ? osmCoverage(source.file) : readCoverage(source.coverage);
}

function intersect(a: Zone, b: Zone): Zone {
  return intersection(a as never, b as never) as Zone;
}
