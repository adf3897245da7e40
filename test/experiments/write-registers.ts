/** Writes registers of a simulated town's workplaces and schools. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from '../../src/geo/positions.ts';
import { bandsOf } from '../../tiles-builder/config/bands.ts';
import { addTo } from '../../tiles-builder/numbers/add-to.ts';
import { countBySquare } from '../../tiles-builder/simulate/census-squares.ts';
import { localPlane } from '../../tiles-builder/simulate/local-plane.ts';
import type { Town, TownOptions } from '../../tiles-builder/simulate/simulate-town.ts';
import {
  polygonGeometry,
  writeConfig,
  writeFeatures,
  writeRows,
} from '../../tiles-builder/simulate/write-sources.ts';
import { outlineSites } from './outline-sites.ts';

/** Staff exact, as size band, or exact with an outline ({@link outlineSites}). */
export type SitesAs = 'exact' | 'bands' | 'outlines';

/**
 * @param folder with the sources of `writeTown`
 * @returns configuration's path
 */
export function writeRegisters(folder: string, town: Town, options: TownOptions, sitesAs: SitesAs): string {
  const people = { coverage: 'coverage.geojson', vintage: 'simulated', attribution: 'Simulated people' };
  const [staff, pupils] = [false, true].map((isStudy) => peopleByBuilding(town, isStudy));
  const plane = localPlane(options.centre);
  const row = (building: number, number: number): string => {
    const [lon, lat] = middleOf(town.buildings[building].footprint[0]);
    return `site-${building},${number},${bandOf(number)},${lon.toFixed(6)},${lat.toFixed(6)}`;
  };
  for (const [name, sites] of [
    ['workplaces', staff],
    ['schools', pupils],
  ] as const) {
    writeRows(
      folder,
      `${name}.csv`,
      'id,people,band,lon,lat',
      [...sites].map(([building, number]) => row(building, number)),
    );
    writeFeatures(
      folder,
      `${name}.geojson`,
      outlineSites(sites.keys(), town.buildings, plane).map(({ buildings, outline }) => ({
        type: 'Feature',
        properties: {
          id: `site-${buildings[0]}`,
          people: buildings.reduce((sum, building) => sum + (sites.get(building) ?? 0), 0),
        },
        geometry: polygonGeometry(outline),
      })),
    );
  }
  writeCensusAtHome(folder, town, options);
  const { locations: _, census, ...config } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  const byBand = sitesAs === 'bands' ? { people: 'band', bands: 'sirene' } : { people: 'people' };
  const ending = sitesAs === 'outlines' ? 'geojson' : 'csv';
  return writeConfig(
    folder,
    {
      ...config,
      census: { ...census, file: 'census-at-home.csv', at_home: 'AT_HOME' },
      workplaces: { file: `workplaces.${ending}`, id: 'id', ...byBand, ...people },
      schools: { file: `schools.${ending}`, id: 'id', people: 'people', ...people },
    },
    `registers-${sitesAs}.json`,
  );
}

/** People away from home, by building. */
function peopleByBuilding({ inhabitants }: Town, isStudy: boolean): Map<number, number> {
  const people = new Map<number, number>();
  for (const { kind, building } of inhabitants) {
    if (building === null || (kind === 'study') !== isStudy) continue;
    addTo(people, building, 1);
  }
  return new Map([...people].sort(([a], [b]) => a - b));
}

function writeCensusAtHome(folder: string, { inhabitants, census }: Town, options: TownOptions): void {
  const homes = inhabitants.filter(({ building }) => building === null).map(({ home }) => home);
  const atHome = countBySquare(homes, options.census_square_m);
  const rows = [...census].map(
    ([square, people]) => `${square},${people},${((atHome.get(square) ?? 0) / people).toFixed(6)}`,
  );
  writeRows(folder, 'census-at-home.csv', 'GRD_ID,TOT_P,AT_HOME', rows);
}

function bandOf(people: number): string {
  const bands = Object.entries(bandsOf('sirene')).filter(([, [least]]) => least > 0 && least <= people);
  return bands.reduce((a, b) => (b[1][0] > a[1][0] ? b : a))[0];
}

function middleOf(ring: readonly Position[]): Position {
  const corners = ring.slice(1);
  const mean = (axis: 0 | 1): number =>
    corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}
