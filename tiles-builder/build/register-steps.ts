/**
 * Working counts from registers as steps: sites are read once into the files of their areas, and all that follows goes area by
 * area, but for three numbers a wide site and the share at home of each census unit.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Position, Zone } from '../../src/geo/positions.ts';
import { AreaSpill } from '../areas/area-spill.ts';
import type { CensusConfig, Config, RegisterConfig, RegisterRole } from '../config/config.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { readLedger } from '../dataset/ledger.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { BadInput } from '../failures/bad-input.ts';
import { writePacked } from '../files/packed-file.ts';
import { intersectionOf, unionOf } from '../geometry/clip-zones.ts';
import { readCoverage } from '../read/extent/coverage.ts';
import {
  countInJob,
  findRoomJob,
  OBJECTS,
  readCounted,
  readLessons,
  readTiles,
  readWide,
} from '../registers/area-jobs.ts';
import { type AtHome, sharesAtHome } from '../registers/at-home.ts';
import { type BandEstimate, estimateBands } from '../registers/bands.ts';
import { type CrowdedSite, FEWEST_IDLE, type SitesAndPeople } from '../registers/count-area.ts';
import type { Lesson } from '../registers/learn-from-zones.ts';
import { isZone, OwnCoverage } from '../registers/own-coverage.ts';
import { bandsOfRegister, type ListedSite, readRegister } from '../registers/read-register.ts';
import { registerErrorModel } from '../registers/register-error-model.ts';
import { peopleNowhere, type RegisterFigures, type RegistersReport } from '../registers/registers-report.ts';
import { WideSites } from '../registers/share-wide-sites.ts';
import { spillPoint, spillWide } from '../registers/site-records.ts';
import { addSite, emptyTally, peopleOfTally, type Tally, TallyInside } from '../registers/tally.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import { cutOverviews } from '../tiles/cut-count-tiles.ts';
import { PRIVACY } from '../working/parameters.ts';
import { type Before, type LivingFigures, ledgerIn } from './living-steps.ts';
import { Reading } from './reading-step.ts';
import { roadsideIn } from './road-steps.ts';
import { readFigures, writeFigures } from './step-files.ts';
import { STEP_WEIGHTS } from './step-weights.ts';

/** What the registers leave for the manifest. */
export interface RegisterLayer {
  readonly coverage: Zone;
  readonly layer: CountLayer;
  readonly report: RegistersReport;
  readonly errorModel: ErrorModel | null;
}

/** A configuration with which working can be counted from registers. */
export type RegistersConfig = Config & {
  readonly workplaces: readonly RegisterConfig[];
  readonly census: readonly (CensusConfig & { readonly at_home: string | number })[];
};

/** What all registers list, before it is known where they count. */
interface ListedFigures {
  readonly registers: readonly (Pick<RegisterFigures, 'role' | 'rows' | 'without_number'> & {
    readonly all: Tally;
    readonly nowhere: Tally;
    /** Outside the coverage of the register itself. */
    readonly outside: Tally;
    readonly unlimited: Tally;
  })[];
  readonly bands: readonly BandEstimate[];
  readonly wide: number;
  /** Where they are complete, as the configuration says; `null` where it does not. */
  readonly coverage: Zone | null;
}

const SITES_FOLDER = 'sites';
const AT_HOME_FILE = 'at-home';
const LARGEST_CROWDED = 5;
const MIN_SITES_FOR_THREADS = 20_000;

/** @throws BadInput where registers are named without what else it takes to count working from them */
export function requireRegistersWhole(config: Config): config is RegistersConfig {
  const { file, workplaces, schools, census = [] } = config;
  if (!workplaces && !schools) return false;
  const missing = (what: string, why: string): BadInput =>
    new BadInput(file, what, 'is missing', `With registers, ${why}.`);
  if (!workplaces) throw missing('workplaces', 'it says who works where');
  if (census.length === 0) throw missing('census', 'it says who lives where, and so who is at home');
  const without = census.findIndex(({ at_home }) => at_home === undefined);
  if (without >= 0) {
    const where = census.length === 1 ? 'census.at_home' : `census.${without}.at_home`;
    throw missing(
      where,
      'the share of inhabitants usually at home in working hours is needed: a number, or a column',
    );
  }
  return true;
}

/** @param registers what they say, and `census` what the share at home follows from: plain data, without places of files */
export function registerSteps(
  config: RegistersConfig,
  { reading, graphs, living }: Before & { readonly living: Step },
  registers: unknown,
  census: unknown,
): Step {
  const listed: Step = {
    name: 'registers',
    from: registers,
    needs: [],
    weight: STEP_WEIGHTS.registers.listed,
    begin:
      async ({ progress }) =>
      async (folder) => {
        const figures = await listSites(config, folder, (rows, total) =>
          progress('Read the registers', rows, total),
        );
        writeFigures(folder, figures);
      },
  };
  const listedIn = ({ folderOf }: Surroundings): ListedFigures => readFigures(folderOf(listed));

  const atHome: Step = {
    name: 'at-home',
    from: census,
    needs: [],
    weight: STEP_WEIGHTS.registers.atHome,
    begin:
      async ({ progress }) =>
      async (folder) => {
        const found: AtHome[] = [];
        for (const census of config.census) found.push(await sharesAtHome(census, progress, folder));
        const shares = Buffer.concat(found.map((own) => new Uint8Array(own.shares.buffer)));
        writePacked(join(folder, AT_HOME_FILE), new Float64Array(new Uint8Array(shares).buffer));
        const dispersion = Math.max(...found.map((own) => own.dispersion));
        writeFigures(folder, { dispersion } satisfies Pick<AtHome, 'dispersion'>);
      },
  };

  const coverageIn = (surroundings: Surroundings): Zone => {
    const { living: built } = readFigures<LivingFigures>(surroundings.folderOf(living));
    if (!built) throw new Error('registers without a census');
    const { builtUp } = new Reading(surroundings.folderOf(reading)).coverages;
    const { coverage } = listedIn(surroundings);
    const known = intersectionOf(built.coverage, builtUp);
    return coverage === null ? known : intersectionOf(known, coverage);
  };
  const sitesIn = ({ folderOf }: Surroundings): string => join(folderOf(listed), SITES_FOLDER);
  const threadsFor = (surroundings: Surroundings) =>
    surroundings.threads.where(
      listedIn(surroundings).registers.reduce((sum, { rows }) => sum + rows, 0) >= MIN_SITES_FOR_THREADS,
    );

  const room: Step = {
    name: 'room',
    from: null,
    needs: [reading, ...graphs, living, listed],
    weight: STEP_WEIGHTS.registers.room,
    label: 'See where there is room by day',
    partsAtOnce: 'several',
    parts: async (surroundings) => {
      const { areas } = readLedger(ledgerIn(surroundings.folderOf(living)));
      return [...new Set([...areas, ...AreaSpill.finished(sitesIn(surroundings)).areas()])].sort();
    },
    begin: async (surroundings) => {
      const { folderOf } = surroundings;
      const coverage = coverageIn(surroundings);
      if (coverage.length === 0) {
        throw new BadInput(
          config.workplaces[0].file,
          null,
          'its coverage lies outside that of the census or buildings',
        );
      }
      const builtUp = new Reading(folderOf(reading)).builtUpFolder;
      const roadside = graphs.map((step) => roadsideIn(folderOf(step)));
      const sites = sitesIn(surroundings);
      const threads = threadsFor(surroundings);
      return (folder, area) => threads.run(findRoomJob, { area, folder, sites, coverage, builtUp, roadside });
    },
  };

  const counted: Step = {
    name: 'by-day',
    from: null,
    needs: [reading, living, listed, atHome, room],
    weight: STEP_WEIGHTS.registers.counted,
    label: 'Count who is where by day',
    partsAtOnce: 'several',
    parts: async ({ partsOf, folderOf }) =>
      partsOf(room).map((part) => part.slice(folderOf(room).length + 1)),
    begin: async (surroundings) => {
      const { folderOf, partsOf } = surroundings;
      const { wide, bands } = listedIn(surroundings);
      const wideSites = new WideSites(wide);
      for (const part of partsOf(room)) wideSites.add(readWide(part));
      const common = {
        sites: sitesIn(surroundings),
        coverage: coverageIn(surroundings),
        ledger: ledgerIn(folderOf(living)),
        atHome: join(folderOf(atHome), AT_HOME_FILE),
        dispersion: readFigures<Pick<AtHome, 'dispersion'>>(folderOf(atHome)).dispersion,
        bands,
      };
      const threads = threadsFor(surroundings);
      return (folder, area) => {
        const own = join(folderOf(room), area);
        const shares = wideSites.sharesOf(readWide(own));
        return threads.run(countInJob, { ...common, area, folder, room: own, shares });
      };
    },
  };

  return {
    name: 'working-by-registers',
    from: null,
    needs: [reading, living, listed, counted],
    weight: STEP_WEIGHTS.registers.join,
    begin: async (surroundings) => async (folder) => {
      const { folderOf, partsOf, progress } = surroundings;
      progress('Put those who work together');
      const { add, finish } = outputInto(datasetPartOf(folder), progress).open('working');
      const sum = new SumOfAreas();
      const lessons: Lesson[] = [];
      const tiles = partsOf(counted).map((part) => {
        sum.add(readCounted(part));
        for (const lesson of readLessons(part)) lessons.push(lesson);
        const own = readTiles(part);
        for (const name of own.packs) add(name, readFileSync(join(part, OBJECTS, name)));
        return own;
      });
      const layer = { ...cutOverviews('working', tiles, add), ...finish() };
      const people = layer.total_millipersons / MILLIPERSONS;
      const report = reportOf(config, listedIn(surroundings), sum, people);
      const built = readFigures<LivingFigures>(folderOf(living)).living!;
      progress('Learn how far working counts are off');
      writeFigures(folder, {
        coverage: coverageIn(surroundings),
        layer,
        report,
        errorModel: registerErrorModel(lessons, people, {
          living: built.errorModel,
          at_home: report.at_home / Math.max(1, report.inhabitants),
          bands: report.bands_deviation,
          missing: peopleNowhere(report) / Math.max(1, people),
        }),
      } satisfies RegisterLayer);
    },
  };
}

/** The files of both roles, in a fixed order. */
export function registersOf({ workplaces = [], schools = [] }: Config) {
  return Object.entries({ workplaces, schools }).flatMap(([role, registers]) =>
    registers.map((register) => ({ role: role as RegisterRole, register })),
  );
}

async function listSites(
  config: RegistersConfig,
  folder: string,
  progress: (rows: number, total?: number) => void,
): Promise<ListedFigures> {
  const spill = new AreaSpill(join(folder, SITES_FOLDER));
  const all = registersOf(config);
  const bands = all.map(({ register }) => bandsOfRegister(register));
  const sitesInBand = bands.flat().map(() => 0);
  const registers: ListedFigures['registers'][number][] = [];
  const coverages: CoverageOfRegister[] = [];
  let wide = 0;
  for (const [i, { role, register }] of all.entries()) {
    const firstBand = bands.slice(0, i).flat().length;
    const tallies = {
      all: emptyTally(),
      nowhere: emptyTally(),
      outside: emptyTally(),
      unlimited: emptyTally(),
    };
    const zone = register.coverage === undefined ? null : await readCoverage(register.coverage);
    coverages.push({ role, zone });
    const covered = zone && new OwnCoverage(zone);
    const take = (site: ListedSite): void => {
      const band = site.band === null ? null : bands.flat()[site.band];
      addSite(tallies.all, site);
      if (site.band !== null) sitesInBand[site.band]++;
      if (band?.[1] === null) addSite(tallies.unlimited, site);
      if (site.place === null) {
        addSite(tallies.nowhere, site);
        return;
      }
      const { place, share } = covered?.partOf(site.place) ?? { place: site.place, share: 1 };
      if (share < 1) addSite(tallies.outside, { ...site, present: site.present * (1 - share) });
      if (share === 0) return;
      const { place: _, ...own } = site;
      const listed = { ...own, register: i, present: site.present * share };
      if (!isZone(place)) spillPoint(spill, { ...listed, position: place });
      else if (Math.min(band?.[0] ?? site.people, site.most) * listed.present < PRIVACY.min_persons) {
        spillPoint(spill, { ...listed, position: middleOf(place) });
      } else spillWide(spill, { ...listed, number: wide++ }, place);
    };
    const read = await readRegister(
      register,
      { isSchool: role === 'schools', firstBand },
      folder,
      take,
      progress,
    );
    if (read.rows === 0) throw new BadInput(register.file, null, 'has no row that counts');
    registers.push({ role, ...read, ...tallies });
  }
  spill.finish();
  return {
    registers,
    bands: bands.flatMap((own, i) => {
      const first = bands.slice(0, i).flat().length;
      return estimateBands(own, sitesInBand.slice(first, first + own.length));
    }),
    wide,
    coverage: commonCoverage(coverages),
  };
}

/** The middle of the corners of the first outline. */
function middleOf(zone: Zone): Position {
  const corners = zone[0][0].slice(1);
  const mean = (axis: 0 | 1): number =>
    corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}

interface CoverageOfRegister {
  readonly role: RegisterRole;
  /** `null` where its configuration does not say. */
  readonly zone: Zone | null;
}

/** Files of one role cover together what each of them does, both roles what both do. */
function commonCoverage(coverages: readonly CoverageOfRegister[]): Zone | null {
  let common: Zone | null = null;
  for (const registers of Map.groupBy(coverages, ({ role }) => role).values()) {
    if (registers.some(({ zone }) => zone === null)) continue;
    const own = registers.reduce<Zone>((sum, { zone }) => unionOf(sum, zone ?? []), []);
    common = common === null ? own : intersectionOf(common, own);
  }
  return common;
}

type CountedArea = ReturnType<typeof readCounted>;

/** What areas tell, added up. */
class SumOfAreas {
  readonly people = { staff: 0, pupils: 0, at_home: 0 };
  readonly sites = { outside: none(), cut: none(), withheld: none() };
  readonly crowded = { ...none(), largest: [] as CrowdedSite[] };
  readonly idle = { places: 0, inhabitants: 0 };
  inhabitants = 0;
  groups = 0;
  smallest_group_people = Infinity;
  readonly inside = new TallyInside();

  add(area: CountedArea): void {
    this.inside.add(area.inside);
    for (const name of ['staff', 'pupils', 'at_home'] as const) this.people[name] += area[name];
    for (const name of ['outside', 'cut', 'withheld'] as const) {
      this.sites[name].sites += area[name].sites;
      this.sites[name].people += area[name].people;
    }
    for (const site of area.crowded) {
      this.crowded.sites++;
      this.crowded.people += site.people;
    }
    const largest = [...this.crowded.largest, ...area.crowded].sort((a, b) => b.people - a.people);
    this.crowded.largest.splice(0, Infinity, ...largest.slice(0, LARGEST_CROWDED));
    for (const { living, away } of area.districts.values()) {
      this.inhabitants += living;
      if (away > 0 || living < FEWEST_IDLE) continue;
      this.idle.places++;
      this.idle.inhabitants += living;
    }
    this.groups += area.groups;
    this.smallest_group_people = Math.min(this.smallest_group_people, area.smallest_group_people);
  }
}

const sumOf = (a: SitesAndPeople, b: SitesAndPeople): SitesAndPeople => ({
  sites: a.sites + b.sites,
  people: a.people + b.people,
});

const none = (): SitesAndPeople => ({ sites: 0, people: 0 });

function reportOf(
  config: RegistersConfig,
  { registers, bands }: ListedFigures,
  { people, sites, crowded, idle, inhabitants, groups, smallest_group_people, inside }: SumOfAreas,
  total: number,
): RegistersReport {
  const files = registersOf(config);
  const summed = ({ sites, ...tally }: Tally): SitesAndPeople => ({
    sites,
    people: peopleOfTally({ sites, ...tally }, bands),
  });
  return {
    registers: registers.map(({ role, rows, without_number, all, nowhere, unlimited }, i) => ({
      role,
      file: files[i].register.file,
      rows,
      people: summed(all).people,
      without_number,
      without_place: summed(nowhere),
      share_inside: inside.shareOf(i, peopleOfTally(all, bands) - peopleOfTally(nowhere, bands)),
      unlimited: summed(unlimited),
    })),
    ...people,
    ...sites,
    outside: registers.map(({ outside }) => summed(outside)).reduce(sumOf, sites.outside),
    inhabitants,
    groups,
    smallest_group_people: Number.isFinite(smallest_group_people) ? smallest_group_people : 0,
    crowded,
    idle,
    bands_deviation: inside.deviation(bands) / Math.max(1, total),
  };
}
