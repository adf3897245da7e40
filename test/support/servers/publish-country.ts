/** Publishes an extract and a census as Geofabrik and Eurostat do, with their paths and layouts. */
import { createHash } from 'node:crypto';
import type { Zone } from '../../../src/geo/positions.ts';
import { writeZip } from '../files/write-zip.ts';
import { type Publishers, published } from './publishers.ts';

export interface PublishedExtract {
  readonly id: string;
  readonly name: string;
  readonly parent: string;
  readonly iso?: readonly string[];
  /** Along which it was cut. */
  readonly polygon: Zone;
  readonly bytes: Uint8Array;
}

/** As `index-v1.json` of Geofabrik: https://download.geofabrik.de/technical.html */
export function publishExtracts({ files }: Publishers, extracts: readonly PublishedExtract[]): void {
  const features = extracts.map(({ id, name, parent, iso, polygon, bytes }) => {
    const path = `download.geofabrik.de/${parent}/${id.replace(/^.*\//, '')}-latest.osm.pbf`;
    files.set(path, published(bytes));
    const md5 = createHash('md5').update(bytes).digest('hex');
    files.set(`${path}.md5`, published(`${md5}  ${path.replace(/^.*\//, '')}\n`));
    return {
      type: 'Feature',
      properties: {
        ...{ id, parent, name, ...(iso && { 'iso3166-1:alpha2': iso }) },
        urls: { pbf: `https://${path}`, updates: `https://${path.replace(/-latest.*/, '-updates')}` },
      },
      geometry: { type: 'MultiPolygon', coordinates: polygon },
    };
  });
  const index = JSON.stringify({ type: 'FeatureCollection', features });
  files.set('download.geofabrik.de/index-v1.json', published(index, { contentType: 'application/json' }));
}

const CENSUS_GRID = 'Eurostat_Census-GRID_2021_V3';

/** Layout: https://github.com/eurostat/JGiscoTools, production of the multi-resolution grids of 2021, version 3. */
const EUROSTAT_COLUMNS =
  'GRD_ID,T,M,F,Y_LT15,Y_1564,Y_GE65,EMP,NAT,EU_OTH,OTH,SAME,CHG_IN,CHG_OUT,LAND_SURFACE,POPULATED,CNTR_ID';

export interface EuropeanSquare {
  readonly id: string;
  readonly people: number;
  readonly under_15: number;
  readonly employed: number;
}

export function publishEuropeanCensus({ files }: Publishers, squares: readonly EuropeanSquare[]): void {
  const rows = squares.map(
    ({ id, people, under_15, employed }) =>
      `${id},${people},-9999,-9999,${under_15},-9999,-9999,${employed},-9999,-9999,-9999,-9999,-9999,-9999,1,1,MT`,
  );
  const csv = [
    EUROSTAT_COLUMNS,
    ...rows,
    'FR_unallocated,1234,-9999,-9999,-9999,-9999,-9999,-9999,,,,,,,0,1,FR',
    '',
  ];
  const archive = writeZip({
    [`${CENSUS_GRID}/read.me`]: 'Codes',
    [`${CENSUS_GRID}/ESTAT_Census_2021_V3.csv`]: csv.join('\n'),
  });
  files.set(`gisco-services.ec.europa.eu/census/2021/${CENSUS_GRID}.zip`, published(archive));
}
