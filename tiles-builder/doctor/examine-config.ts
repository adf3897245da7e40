/** Looks at the sources of a configuration before a long build: what is wrong, what would make the dataset better. */
import { mkdtempSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Source } from '../../src/format/manifest.ts';
import { examineSources } from '../build/examine-alone.ts';
import { BuiltUpSpill } from '../built-up/built-up-spill.ts';
import type { Config, RegisterConfig, RegisterRole } from '../config/config.ts';
import { sourcesOf } from '../dataset/describe-sources.ts';
import { findingsOf, type SourceExamination } from '../examine/examine-sources.ts';
import { BadInput } from '../failures/bad-input.ts';
import { whole } from '../numbers/whole-number.ts';
import { readCensus } from '../read/census/census.ts';
import { DatasetSources } from '../read/dataset-sources.ts';
import { readCoverage } from '../read/extent/coverage.ts';
import type { Progress } from '../records.ts';
import { bandsOfRegister, readRegister } from '../registers/read-register.ts';
import { registersOf, requireRegistersWhole } from '../registers/registers-config.ts';
import { openLocationFile } from '../working/location-file.ts';
import { openSqlEngine } from '../working/open-sql-engine.ts';
import { readPrivacyFile } from '../working/privacy-file.ts';
import { locationColumns } from '../working/read-locations.ts';
import { readSecret } from '../working/read-secret.ts';
import { UnusableEngine } from '../working/sql-engine.ts';

export interface Finding {
  readonly about: Source['role'] | 'settings' | 'machine';
  /** `fault`: the build would fail. `advice`: it would not, but the dataset can be better. */
  readonly level: 'fine' | 'advice' | 'fault';
  /** What was found and, where something should change, what to do. */
  readonly message: string;
}

export interface Examination {
  readonly file: string;
  readonly findings: readonly Finding[];
  /** The figures behind them; `null` where a source cannot be read. */
  readonly sources: SourceExamination | null;
}

/** A build writes and reads about as much as its sources hold. */
const DISK_PER_SOURCE_BYTE = 1;

/** @param clickhouse URL of a server, as for the build */
export async function examineConfig(
  config: Config,
  progress: Progress,
  clickhouse?: string,
): Promise<Examination> {
  const findings: Finding[] = [];
  const add = (about: Finding['about'], level: Finding['level'], message: string): void => {
    findings.push({ about, level, message });
  };
  /** Names the fault where the build would fail on a step. */
  const attempt = async (about: Finding['about'], step: () => unknown): Promise<void> => {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof BadInput || error instanceof UnusableEngine)) throw error;
      add(about, 'fault', [error.message, error.advice].filter((text) => text !== null).join('. '));
    }
  };

  const { buildings, census: censuses = [] } = config;
  const options = { progress, scratch: tmpdir() };
  let sources: SourceExamination | null = null;
  try {
    sources = await examineSources(config, options);
    findings.push(...findingsOf(config, sources));
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    // One source after the other, so that every fault is named at once.
    const spill = new BuiltUpSpill(mkdtempSync(join(options.scratch, 'built-up-')));
    const features = new DatasetSources(config, options, spill);
    await attempt('roads', () => features.roads());
    if (buildings) await attempt('buildings', () => features.builtUpCoverage());
    spill.remove();
    for (const census of censuses) await attempt('census', () => readCensus(census, progress));
    if (!findings.some(({ level }) => level === 'fault')) add('settings', 'fault', error.message);
  }
  if (config.roads.coverage === undefined && config.cut_isochrones === 'refuse') {
    add(
      'roads',
      'advice',
      'isochrones that reach the edge of the roads are refused, which "cut_isochrones": "answer" changes for small extracts',
    );
  }
  if (!buildings) {
    add(
      'buildings',
      'advice',
      'none: people are spread along roads. Most OSM extracts hold buildings: name the same file',
    );
  }
  if (censuses.length === 0) add('census', 'advice', 'none: livingcount will answer 422');

  const { locations } = config;
  await attempt('workplaces', () => requireRegistersWhole(config));
  for (const { role, register } of registersOf(config)) {
    await attempt(role, async () => {
      const { sites, people } = await examineRegister(role, register, options.scratch);
      add(role, 'fine', `${whole(sites)} sites with ${whole(people)} people or more`);
      if (register.coverage !== undefined) await readCoverage(register.coverage);
    });
  }
  if (!locations && !config.workplaces) {
    add('locations', 'advice', 'none, and no workplaces: workingcount will answer 422');
  }
  if (locations) {
    if (censuses.length === 0)
      add(
        'locations',
        'fault',
        'a census is needed with them, to know how many people each device stands for',
      );
    await attempt('locations', async () => {
      const file = await openLocationFile(locations.file, Object.values(locationColumns(locations)));
      add('locations', 'fine', `${file.format} with the columns ${file.columns.join(', ')}`);
    });
    await attempt('locations', async () => {
      if (locations.coverage !== undefined) await readCoverage(locations.coverage);
      if (locations.groups !== undefined) readPrivacyFile(locations.groups);
      if (locations.secret !== undefined) readSecret(locations.secret);
    });
    await attempt('locations', async () => {
      const engine = await openSqlEngine(clickhouse);
      await engine.close();
      add(
        'locations',
        'fine',
        clickhouse ? 'the ClickHouse server answers' : 'the embedded ClickHouse works',
      );
    });
    if (config.timezone === 'UTC') {
      add(
        'settings',
        'advice',
        'timezone is UTC: nights and working hours follow it. Name the region’s, such as "Europe/Paris"',
      );
    }
  }
  adviseDescriptions(config, add);
  await examineDisk(config, add);
  return { file: config.file, findings, sources };
}

/** Sites, and their people at least. */
async function examineRegister(
  role: RegisterRole,
  register: RegisterConfig,
  scratch: string,
): Promise<{ sites: number; people: number }> {
  const bands = bandsOfRegister(register);
  const found = { sites: 0, people: 0 };
  await readRegister(
    register,
    { isSchool: role === 'schools', firstBand: 0 },
    scratch,
    ({ band, people, present }) => {
      found.sites++;
      found.people += (band === null ? people : bands[band][0]) * present;
    },
    () => {},
  );
  return found;
}

type Add = (about: Finding['about'], level: Finding['level'], message: string) => void;

function adviseDescriptions(config: Config, add: Add): void {
  for (const { role, source } of sourcesOf(config)) {
    if (source.attribution === undefined) {
      add(role, 'advice', 'no attribution: licences ask for it, and every answer’s details would name it');
    }
    if (source.vintage === undefined) {
      add(role, 'advice', 'no vintage: every answer’s details would say how old the data is');
    }
  }
}

async function examineDisk(config: Config, add: Add): Promise<void> {
  const sizes = sourcesOf(config).map(
    ({ source }) => statSync(source.file, { throwIfNoEntry: false })?.size ?? 0,
  );
  const needed = DISK_PER_SOURCE_BYTE * sizes.reduce((a, b) => a + b, 0);
  const { bavail, bsize } = await statfs(dirname(config.file));
  const free = bavail * bsize;
  const text = `${megabytes(needed)} of sources, ${megabytes(free)} free on the disk`;
  add('machine', free < needed ? 'fault' : 'fine', free < needed ? `${text}: make room first` : text);
}

const megabytes = (bytes: number): string => `${whole(bytes / 1e6)} MB`;
