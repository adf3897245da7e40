/** Input of large builds: copies of an extract and its census side by side. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlatformProblem } from '../../tiles-builder/base/failures/problem.ts';
import { realDataFolder } from '../support/files/real-data.ts';

const PYTHON = '/usr/bin/python3';
const TOOL = join(realDataFolder, '../tools/mosaic.py');

interface Extract {
  readonly osm: string;
  readonly census: string;
  readonly timezone: string;
}

export const NATION_EXTRACTS = {
  rennes: {
    osm: 'osm/rennes-2026.osm.pbf',
    census: 'census/geostat_1km_2021_rennes.csv',
    timezone: 'Europe/Paris',
  },
  'porto-people': {
    osm: 'osm/porto-roads-2015.osm.pbf',
    census: 'census/geostat_1km_2021_porto.csv',
    timezone: 'Europe/Lisbon',
  },
} as const satisfies Record<string, Extract>;
export type NationExtract = keyof typeof NATION_EXTRACTS;

export interface Mosaic {
  readonly configFile: string;
  readonly osmFile: string;
  /** Offset of copies, EPSG:3035. */
  readonly copySize_m: readonly [east: number, north: number];
}

export interface MosaicWanted {
  readonly extract: NationExtract;
  readonly copies: number;
}

export function mosaicIn(folder: string, { extract, copies }: MosaicWanted): Mosaic {
  mkdirSync(folder, { recursive: true });
  const { osm, census, timezone } = NATION_EXTRACTS[extract];
  const name = `${extract}-${copies}`;
  const osmFile = join(folder, `${name}.osm.pbf`);
  const censusFile = join(folder, `${name}.csv`);
  const sizeFile = join(folder, `${extract}-size.json`);
  if ([osmFile, censusFile, sizeFile].some((file) => !existsSync(file))) {
    const made = { osm: join(folder, `unfinished-${name}.osm.pbf`), census: `${censusFile}.unfinished` };
    const source = (file: string): string => join(realDataFolder, file);
    const said = runTool([
      ...[source(osm), made.osm, String(copies), '--link'],
      ...['--census', source(census), made.census, 'GRD_ID', 'TOT_P'],
    ]);
    const [, ...size_km] = said.match(/copies of (\d+) x (\d+) km/) ?? [];
    writeFileSync(sizeFile, JSON.stringify(size_km.map((km) => Number(km) * 1_000)));
    renameSync(made.census, censusFile);
    renameSync(made.osm, osmFile);
  }
  const configFile = join(folder, `${name}.json`);
  const described = { attribution: '© OpenStreetMap contributors', vintage: '2026' };
  const config = {
    name,
    timezone,
    roads: { file: osmFile, ...described },
    buildings: { file: osmFile, ...described },
    census: {
      ...{ file: censusFile, square: 'id', population: 'people' },
      ...{ attribution: '© European Union', vintage: '2021' },
    },
    accept: ['people-without-homes'],
  };
  writeFileSync(configFile, JSON.stringify(config, null, 2));
  return { configFile, osmFile, copySize_m: JSON.parse(readFileSync(sizeFile, 'utf8')) };
}

function runTool(words: readonly string[]): string {
  if (!existsSync(TOOL)) throw new PlatformProblem(`there is no ${TOOL} to make mosaics with`);
  const { status, stdout, stderr, error } = spawnSync(PYTHON, [TOOL, ...words], { encoding: 'utf8' });
  if (status === 0) return stdout;
  const reason = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
  throw new PlatformProblem(
    `${TOOL} did not make a mosaic: ${reason}`,
    'It says in its first lines which packages it needs.',
  );
}
