/**
 * Checks a configuration before a long build: CSV headers first, then all sources (`examineSources`), registers, locations and
 * ClickHouse.
 */
import type { Source } from '../../src/format/manifest.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { newTemporaryFolder, temporaryFolder } from '../base/files/temporary-folder.ts';
import { counted, whole } from '../base/numbers/whole-number.ts';
import type { Progress } from '../base/records.ts';
import { readGroupsFile, readParameters } from '../daytime/groups-file.ts';
import { openLocationFile } from '../daytime/location-file.ts';
import { withEngine } from '../daytime/open-sql-engine.ts';
import { locationColumns } from '../daytime/read-locations.ts';
import { readPersons } from '../daytime/read-persons.ts';
import { readSecret } from '../daytime/read-secret.ts';
import { bandsOfRegister, readRegister } from '../daytime/registers/read-register.ts';
import { registersOf, requireCompleteRegisters } from '../daytime/registers/registers-config.ts';
import { UnusableEngine } from '../daytime/sql-engine.ts';
import { findingsOf, type SourceExamination, type SourceFinding } from '../living/examine/examine-sources.ts';
import { BuiltUpSpill } from '../partitions/built-up/built-up-spill.ts';
import { readCensus } from '../sources/census/census.ts';
import type { Config, RegisterConfig, RegisterRole } from '../sources/config/config.ts';
import { isCsv, isPbf } from '../sources/config/format-of.ts';
import { readBuiltUp, readRoads } from '../sources/dataset-sources.ts';
import { readCoverage } from '../sources/extent/coverage.ts';
import { withLayer } from '../sources/formats/open-layer.ts';
import { examineSources } from './examine-alone.ts';
import { examineCut } from './examine-cut.ts';

/** A finding about any source, or about the settings. */
export interface Finding extends Omit<SourceFinding, 'about'> {
  readonly about: Source['role'] | 'settings';
}

export interface Examination {
  readonly file: string;
  readonly findings: readonly Finding[];
  readonly sources: SourceExamination | null;
}

export async function examineConfig(
  config: Config,
  progress: Progress,
  clickhouse?: string,
): Promise<Examination> {
  const found = new Findings();
  const options = { progress, scratch: temporaryFolder() };
  if (!(await examineHeaders(config, options.scratch, found)))
    return { file: config.file, findings: found.all, sources: null };
  const sources = await examineEachSource(config, options, found);
  await adviseCut(config, sources, found);
  adviseSources(config, found);
  await examineRegisters(config, options.scratch, found);
  if (config.locations) await examineLocations(config, config.locations, clickhouse, found);
  return { file: config.file, findings: found.all, sources };
}

class Findings {
  readonly all: Finding[] = [];

  add(about: Finding['about'], level: Finding['level'], message: string): void {
    this.all.push({ about, level, message });
  }

  async attempt(about: Finding['about'], step: () => unknown): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof BadInput || error instanceof UnusableEngine)) throw error;
      this.add(about, 'fault', [error.message, error.advice].filter((text) => text !== null).join('. '));
    }
  }
}

/** @returns whether each table has the required columns */
async function examineHeaders(config: Config, scratch: string, found: Findings): Promise<boolean> {
  const { buildings, census = [] } = config;
  const tables = [
    ...(buildings ? [{ role: 'buildings', source: buildings } as const] : []),
    ...census
      .filter(({ square }) => square === undefined)
      .map((source) => ({ role: 'census', source }) as const),
    ...registersOf(config).map(({ role, register }) => ({ role, source: register })),
  ].filter(({ source }) => isCsv(source.file));
  for (const { role, source } of tables)
    await found.attempt(role, () => withLayer(source, scratch, async () => {}));
  if (found.all.length === 0) return true;
  found.add('settings', 'advice', 'the sources are read once the columns are named');
  return false;
}

/** @returns `null` if a source is unreadable: then reads each alone, to name every fault */
async function examineEachSource(
  config: Config,
  options: { readonly progress: Progress; readonly scratch: string },
  found: Findings,
): Promise<SourceExamination | null> {
  try {
    const sources = await examineSources(config, options);
    found.all.push(...findingsOf(config, sources));
    return sources;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    const spill = new BuiltUpSpill(newTemporaryFolder('built-up'));
    const { buildings } = config;
    await found.attempt('roads', () => readRoads(config.roads, options));
    if (buildings) await found.attempt('buildings', () => readBuiltUp(buildings, options, spill));
    spill.remove();
    for (const census of config.census ?? [])
      await found.attempt('census', () => readCensus(census, options.progress));
    if (!found.all.some(({ level }) => level === 'fault')) found.add('settings', 'fault', error.message);
    return null;
  }
}

async function adviseCut(
  { roads }: Config,
  sources: SourceExamination | null,
  found: Findings,
): Promise<void> {
  const { file, coverage } = roads;
  if (coverage === undefined || !isPbf(file)) return;
  await found.attempt('roads', async () => {
    const { isWide, command } = await examineCut(file, await readCoverage(coverage));
    const cutWays = sources?.roads.cut_ways ?? 0;
    if (isWide && cutWays === 0) {
      found.add('roads', 'fine', 'the extract holds 4 km around the coverage, and its roads whole');
      return;
    }
    const lacks = isWide
      ? `${counted(cutWays, 'road lacks', 'roads lack')} nodes`
      : 'the header of the extract states no box that holds 4 km around the coverage';
    found.add('roads', 'advice', `${lacks}: if another region goes on there, cut it so: ${command}`);
  });
}

function adviseSources(config: Config, found: Findings): void {
  if (config.roads.coverage === undefined && config.cut_isochrones === 'refuse') {
    found.add(
      'roads',
      'advice',
      'isochrones that reach the edge of the roads are refused; "cut_isochrones": "answer" answers them with a lower bound, for small extracts',
    );
  }
  if (!config.buildings) {
    found.add(
      'buildings',
      'advice',
      'none: people are spread along roads. Most OSM extracts hold buildings: name the same file',
    );
  }
  if (!config.census?.length) found.add('census', 'advice', 'none: livingcount will answer 422');
  if (!config.locations && !config.workplaces) {
    found.add('locations', 'advice', 'none, and no workplaces: workingcount will answer 422');
  }
}

async function examineRegisters(config: Config, scratch: string, found: Findings): Promise<void> {
  await found.attempt('workplaces', () => requireCompleteRegisters(config));
  for (const { role, register } of registersOf(config)) {
    await found.attempt(role, async () => {
      const { sites, people, hasBands } = await examineRegister(role, register, scratch);
      const least = hasBands ? 'at least ' : '';
      found.add(role, 'fine', `${counted(sites, 'site', 'sites')} with ${least}${whole(people)} people`);
      if (register.coverage !== undefined) await readCoverage(register.coverage);
    });
  }
}

async function examineLocations(
  { census, timezone }: Config,
  locations: NonNullable<Config['locations']>,
  clickhouse: string | undefined,
  found: Findings,
): Promise<void> {
  if (!census?.length) {
    found.add(
      'locations',
      'fault',
      'a census is needed with them, to know how many people each device stands for',
    );
  }
  await found.attempt('locations', async () => {
    if (locations.kind === 'persons') {
      const { persons_read } = await readPersons(locations, () => {});
      found.add('locations', 'fine', counted(persons_read, 'person', 'persons'));
      return;
    }
    const file = await openLocationFile(locations.file, locationColumns(locations));
    found.add(
      'locations',
      'fine',
      `${file.format} with the columns ${Object.values(file.columns).join(', ')}`,
    );
  });
  await found.attempt('locations', async () => {
    if (locations.coverage !== undefined) await readCoverage(locations.coverage);
    if (locations.groups !== undefined) readGroupsFile(locations.groups);
    if (locations.parameters !== undefined) readParameters(locations.parameters);
    if (locations.secret !== undefined) readSecret(locations.secret);
  });
  if (locations.kind === 'persons') return;
  await found.attempt('locations', async () => {
    await withEngine(clickhouse, async () => {});
    found.add(
      'locations',
      'fine',
      clickhouse ? 'the ClickHouse server answers' : 'the embedded ClickHouse works',
    );
  });
  if (timezone === 'UTC') {
    found.add(
      'settings',
      'advice',
      'timezone is UTC: nights and working hours follow it. Name the region’s, such as "Europe/Paris"',
    );
  }
}

async function examineRegister(
  role: RegisterRole,
  register: RegisterConfig,
  scratch: string,
): Promise<{ sites: number; people: number; hasBands: boolean }> {
  const bands = bandsOfRegister(register);
  const found = { sites: 0, people: 0, hasBands: false };
  await readRegister(
    register,
    { isSchool: role === 'schools', firstBand: 0 },
    scratch,
    ({ band, people, present }) => {
      found.sites++;
      found.hasBands ||= band !== null;
      found.people += (band === null ? people : bands[band][0]) * present;
    },
    () => {},
  );
  return found;
}
