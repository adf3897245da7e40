/**
 * Those who live as steps. What is done area by area has a part for each area, which threads make and machines share; what
 * stays global is small: the census in columns, and some 60 bytes a unit of what areas have found out of it.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { AreaSpill } from '../areas/area-spill.ts';
import { areaAt, boxAroundArea } from '../areas/areas.ts';
import type { CensusConfig, Config } from '../config/config.ts';
import { besidePartOf, datasetPartOf } from '../dataset/install-dataset.ts';
import { giftsFile, type LedgerUnit, writeLedger } from '../dataset/ledger.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import {
  examinationOf,
  examineRoads,
  type SourceExamination,
  stopAtFaults,
} from '../examine/examine-sources.ts';
import { BadInput } from '../failures/bad-input.ts';
import { link } from '../files/link.ts';
import { readPacked, writePacked } from '../files/packed-file.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import {
  expectInJob,
  findSitesJob,
  type HomesPlace,
  holdInJob,
  OBJECTS,
  readFound,
  readHeld,
  readLessonsJob,
  readTiles,
  settleInJob,
} from '../living/area-jobs.ts';
import type { WeightChoice } from '../living/choose-weights.ts';
import { decideCoverages } from '../living/decide-coverages.ts';
import { countedUnits, examineCensus } from '../living/examine-census.ts';
import { type CensusSource, HeldCensus, type JudgedCensus } from '../living/held-census.ts';
import { judgeContradictions, NOBODY_MISPLACED } from '../living/judge-contradictions.ts';
import type { UnlistedPlace } from '../living/known-land.ts';
import { TeachingSample } from '../living/learn-weights.ts';
import { type PlacedPeople, placePeople } from '../living/place-people.ts';
import { reportSpread, type SpreadReport } from '../living/spread-report.ts';
import { livingErrorModel } from '../living/validate-living.ts';
import { readWeights, type Weights, weightsName, writeWeights } from '../living/weights.ts';
import { readCensus } from '../read/census/census.ts';
import { readCoverage } from '../read/extent/coverage.ts';
import type { Progress } from '../records.ts';
import { RoadsideCells } from '../roads/roadside-cells.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import { inOrder } from '../threads/in-order.ts';
import type { JobThreads } from '../threads/job-threads.ts';
import { cutOverviews } from '../tiles/cut-count-tiles.ts';
import { Reading } from './reading-step.ts';
import { roadsideIn } from './road-steps.ts';
import { readFigures, writeFigures } from './step-files.ts';
import { STEP_WEIGHTS } from './step-weights.ts';

/** What the living leave for the manifest and the working. */
export interface LivingFigures {
  readonly roadsCoverage: Zone;
  readonly examination: SourceExamination;
  /** `null` without a census. */
  readonly living: {
    readonly coverage: Zone;
    readonly layer: CountLayer;
    readonly report: SpreadReport;
    readonly errorModel: ErrorModel | null;
  } | null;
}

/** Steps before those of the people. */
export interface Before {
  readonly reading: Step;
  /** Of the roads of both travel modes. */
  readonly graphs: readonly Step[];
}

/** What the living follow from beside the steps before: plain data, without places of files. */
export interface LivingInputs {
  readonly buildings: unknown;
  readonly census: unknown;
  /** Faults that the user accepts. */
  readonly accept: unknown;
}

export interface LivingSteps {
  /** Finds out who is counted, and what the sources say of each other: {@link CountedFigures}. */
  readonly counted: Step;
  /** The tile set `living`, the ledger, weights, and {@link LivingFigures}. */
  readonly living: Step;
}

/** What all areas together say, before anybody is counted. */
interface GroundFigures {
  /** With homes or roads, and of these and those in which the middle of a census unit lies: ascending. */
  readonly siteAreas: readonly Cell[];
  readonly areas: readonly Cell[];
  /** Where homes and roads are complete. */
  readonly mapped: Zone;
  readonly roadsCoverage: Zone;
  readonly roads: SourceExamination['roads'];
  readonly buildings: number | null;
  /** Of them, those that report more dwellings than they have room for. */
  readonly overfull: number;
  /** By census. */
  readonly weights: readonly Weights[];
  /** Why by these, by census: see {@link CensusExamination.weights}. */
  readonly weightChoices: readonly (WeightChoice | null)[];
}

interface CoverageFigures {
  readonly covered: Zone;
  readonly unlisted: readonly (readonly UnlistedPlace[])[];
  readonly coarsest: number | null;
}

export interface CountedFigures {
  readonly examination: SourceExamination;
  /** With gifts, ascending. */
  readonly areas: readonly Cell[];
  readonly coverage: Zone;
  readonly report: SpreadReport;
  readonly errorModel: ErrorModel | null;
}

/** Below this many buildings starting threads takes longer than the work. */
const MIN_BUILDINGS_FOR_THREADS = 20_000;

const JUDGED_FILE = 'judged';
const EVERYWHERE_FOLDER = 'everywhere';
const PLACED_FOLDER = 'placed';
const LEDGER_FOLDER = 'ledger';

/** Where the step of the living leaves the ledger of what each census unit gave to which cell, as yet without a version. */
export const ledgerIn = (folder: string): string => join(folder, LEDGER_FOLDER);

/** Steps that need each other's results, each after those that it needs. */
export function livingSteps(
  config: Config & { readonly census: readonly CensusConfig[] },
  { reading, graphs }: Before,
  inputs: LivingInputs,
): LivingSteps {
  const censuses = readOnce(config.census);
  /** Those that are read, as they stand to the map. */
  const held = async (ground: GroundFigures, progress: Progress): Promise<HeldCensus[]> =>
    HeldCensus.all(await censuses(progress), ground.mapped);
  const builtUpIn = ({ folderOf }: Surroundings) => new Reading(folderOf(reading)).builtUp();
  const threadsFor = (buildings: number | null, { threads }: Surroundings): JobThreads =>
    threads.where((buildings ?? 0) >= MIN_BUILDINGS_FOR_THREADS);

  const sites: Step = {
    name: 'sites',
    from: inputs.buildings,
    needs: [reading, ...graphs],
    weight: STEP_WEIGHTS.living.sites,
    label: 'See where people may live',
    partsAtOnce: 'several',
    parts: async (surroundings) => {
      const roadside = new RoadsideCells(roadsides(surroundings)).areas();
      return [...new Set([...builtUpIn(surroundings).areas(), ...roadside])].sort();
    },
    begin: async (surroundings) => {
      const builtUp = new Reading(surroundings.folderOf(reading)).builtUpFolder;
      const roadside = roadsides(surroundings);
      const complete = config.buildings?.complete ?? false;
      const threads = threadsFor(builtUpIn(surroundings).buildings, surroundings);
      return (folder, area) => threads.run(findSitesJob, { area, folder, builtUp, roadside, complete });
    },
  };
  const roadsides = ({ folderOf }: Surroundings): string[] =>
    graphs.map((step) => roadsideIn(folderOf(step)));

  const ground: Step = {
    name: 'weights',
    from: [inputs.buildings, inputs.census],
    needs: [reading, sites],
    weight: STEP_WEIGHTS.living.weights,
    begin: async (surroundings) => async (folder) => {
      const { folderOf, progress } = surroundings;
      const { coverages, ...read } = readGround(config, folderOf(reading));
      const sources = await censuses(progress);
      const samples = sources.map(({ units, coverage, weights }) => {
        const complete = coverage === null ? coverages.builtUp : intersectionOf(coverage, coverages.builtUp);
        return weights ? null : new TeachingSample(units, complete);
      });
      const siteAreas = partsIn(surroundings, sites);
      const threads = threadsFor(read.buildings, surroundings);
      const lessons = inOrder(siteAreas, threads.atOnce, (area) => {
        const box = boxAroundArea(area);
        const units = samples.map((sample) => sample?.near(box) ?? null);
        return threads.run(readLessonsJob, { area, sites: join(folderOf(sites), area), units });
      });
      let [done, overfull] = [0, 0];
      for await (const own of lessons) {
        progress('Learn how many live in which buildings', done++, siteAreas.length);
        overfull += own.overfull;
        for (const [i, sample] of samples.entries()) if (own.lessons[i]) sample?.take(own.lessons[i]);
      }
      const learnt = samples.map((sample) => sample?.learnt() ?? null);
      const ownAreas = sources.flatMap(({ units }) =>
        Array.from({ length: units.length }, (_, unit) => areaAt(...units.middle(unit))),
      );
      writeFigures(folder, {
        siteAreas,
        areas: [...new Set([...siteAreas, ...ownAreas])].sort(),
        mapped: coverages.builtUp,
        roadsCoverage: coverages.roads,
        ...read,
        overfull,
        weights: learnt.map((own, i) => own?.weights ?? sources[i].weights!),
        weightChoices: learnt.map((own) => own?.choice ?? null),
      } satisfies GroundFigures);
    },
  };
  const groundIn = ({ folderOf }: Surroundings): GroundFigures => readFigures(folderOf(ground));
  /** Where the homes of areas are. */
  const homesIn = (surroundings: Surroundings): ((area: Cell) => HomesPlace) => {
    const { siteAreas, weights } = groundIn(surroundings);
    const known = new Set(siteAreas);
    const folder = surroundings.folderOf(sites);
    return (area) => ({ sites: known.has(area) ? join(folder, area) : null, weights });
  };

  const holdings: Step = {
    name: 'holdings',
    from: null,
    needs: [sites, ground],
    weight: STEP_WEIGHTS.living.holdings,
    label: 'See what the map holds of the census',
    partsAtOnce: 'several',
    parts: async (surroundings) => groundIn(surroundings).areas,
    begin: async (surroundings) => {
      const figures = groundIn(surroundings);
      const own = await held(figures, surroundings.progress);
      const homes = homesIn(surroundings);
      const threads = threadsFor(figures.buildings, surroundings);
      return (folder, area) => {
        const box = boxAroundArea(area);
        const atArea = own.map((census) => census.atArea(box));
        return threads.run(holdInJob, { area, folder, homes: homes(area), censuses: atArea });
      };
    },
  };

  const coverage: Step = {
    name: 'coverage',
    from: null,
    needs: [ground, holdings],
    weight: STEP_WEIGHTS.living.coverage,
    begin: async (surroundings) => async (folder) => {
      surroundings.progress('See where each census knows who lives');
      const figures = groundIn(surroundings);
      const own = await held(figures, surroundings.progress);
      addHoldings(own, surroundings, holdings);
      const { coarsest, covered, unlisted } = decideCoverages(own, figures.mapped);
      writePacked(
        join(folder, JUDGED_FILE),
        own.map(({ judged }) => judged),
      );
      writeFigures(folder, { coarsest, covered, unlisted } satisfies CoverageFigures);
    },
  };
  /** Censuses of which it is decided where they count. */
  const judged = async (surroundings: Surroundings): Promise<HeldCensus[]> => {
    const own = await held(groundIn(surroundings), surroundings.progress);
    const decided = readPacked<JudgedCensus[]>(join(surroundings.folderOf(coverage), JUDGED_FILE));
    for (const [i, census] of own.entries()) census.takeJudged(decided[i]);
    return own;
  };

  const expectations: Step = {
    name: 'expectations',
    from: null,
    needs: [sites, ground, coverage],
    weight: STEP_WEIGHTS.living.expectations,
    label: 'Spread the census',
    partsAtOnce: 'several',
    parts: async (surroundings) => groundIn(surroundings).areas,
    begin: async (surroundings) => {
      const { buildings } = groundIn(surroundings);
      const own = await judged(surroundings);
      const homes = homesIn(surroundings);
      const threads = threadsFor(buildings, surroundings);
      return (folder, area) => {
        const box = boxAroundArea(area);
        const counting = own.map((census) => census.countingAt(box));
        return threads.run(expectInJob, { area, folder, homes: homes(area), censuses: counting });
      };
    },
  };

  const counted: Step = {
    name: 'counted',
    from: null,
    needs: [ground, holdings, coverage, expectations],
    weight: STEP_WEIGHTS.living.counted,
    begin: async (surroundings) => async (folder) => {
      const { folderOf, partsOf, progress } = surroundings;
      progress('Find out who is counted where');
      const own = await judged(surroundings);
      addHoldings(own, surroundings, holdings);
      const found = partsOf(expectations).map((part) => {
        const { sums, ...rest } = readFound(part);
        for (const [i, census] of own.entries()) if (sums[i]) census.addSums(sums[i]);
        return rest;
      });
      for (const census of own) census.countPeople();
      const placed = placePeople(own, found, new AreaSpill(join(folder, EVERYWHERE_FOLDER)));
      mkdirSync(join(folder, PLACED_FOLDER));
      for (const [area, people] of placed) writePacked(join(folder, PLACED_FOLDER, area), people);
      writeLedger(ledgerIn(folder), own.map(ledgerUnits));
      const { covered, coarsest, unlisted } = readFigures<CoverageFigures>(folderOf(coverage));
      const { roads, buildings, overfull, weightChoices } = groundIn(surroundings);
      const examinations = own.map((census, i) => examineCensus(census, unlisted[i], weightChoices[i]));
      const isMisplaced = examinations.some(
        ({ coverage_is_named, contradicted_units }) => coverage_is_named && contradicted_units > 0,
      );
      const spread = {
        examinations,
        coverage: covered,
        report: reportSpread(own),
        overfull,
        misplaced: isMisplaced ? judgeContradictions(countedUnits(own)) : NOBODY_MISPLACED,
      };
      progress('Learn how far living counts are off');
      writeFigures(folder, {
        examination: examinationOf(config, roads, buildings, spread),
        areas: [...placed.keys()],
        coverage: covered,
        report: spread.report,
        // Where several censuses count, the errors of the one with the widest units hold for all.
        errorModel: coarsest === null ? null : livingErrorModel(own[coarsest]),
      } satisfies CountedFigures);
    },
  };

  const gifts: Step = {
    name: 'gifts',
    from: inputs.accept,
    needs: [ground, expectations, counted],
    weight: STEP_WEIGHTS.living.gifts,
    label: 'Count the living',
    partsAtOnce: 'several',
    parts: async ({ folderOf }) => {
      const { examination, areas } = readFigures<CountedFigures>(folderOf(counted));
      stopAtFaults(config, examination);
      return areas;
    },
    begin: async (surroundings) => {
      const { folderOf } = surroundings;
      const threads = threadsFor(groundIn(surroundings).buildings, surroundings);
      const everywhere = join(folderOf(counted), EVERYWHERE_FOLDER);
      return (folder, area) => {
        const placed = readPacked<PlacedPeople>(join(folderOf(counted), PLACED_FOLDER, area));
        const places = { placed, expectations: folderOf(expectations), everywhere };
        return threads.run(settleInJob, { area, folder, ...places });
      };
    },
  };

  const living: Step = {
    name: 'living',
    from: null,
    needs: [ground, counted, gifts],
    weight: STEP_WEIGHTS.living.join,
    begin: async (surroundings) => async (folder) => {
      const { folderOf, progress } = surroundings;
      progress('Put the living together');
      const { weights, roadsCoverage } = groundIn(surroundings);
      const { examination, areas, ...spread } = readFigures<CountedFigures>(folderOf(counted));
      link(ledgerIn(folderOf(counted)), ledgerIn(folder));
      const { add, finish } = outputInto(datasetPartOf(folder), progress).open('living');
      const tiles = areas.map((area) => {
        const part = join(folderOf(gifts), area);
        link(join(part, giftsFile(area)), join(ledgerIn(folder), giftsFile(area)));
        const own = readTiles(part);
        for (const name of own.packs) add(name, readFileSync(join(part, OBJECTS, name)));
        return own;
      });
      const layer = { ...cutOverviews('living', tiles, add), ...finish() };
      if (layer.total_millipersons !== spread.report.census_total_millipersons) {
        const { total_millipersons: all } = layer;
        throw new Error(
          `tiles hold ${all} thousandths of a person of ${spread.report.census_total_millipersons}`,
        );
      }
      mkdirSync(besidePartOf(folder));
      for (const [i, own] of weights.entries()) writeWeights(join(besidePartOf(folder), weightsName(i)), own);
      writeFigures(folder, {
        roadsCoverage,
        examination,
        living: { ...spread, layer },
      } satisfies LivingFigures);
    },
  };
  return { counted, living };
}

/** Where there is no census: what the sources say of each other. */
export const nobodyStep = (config: Config, reading: Step, inputs: LivingInputs): Step => ({
  name: 'living',
  from: [inputs.buildings, inputs.accept],
  needs: [reading],
  weight: STEP_WEIGHTS.living.join,
  begin:
    async ({ folderOf }) =>
    async (folder) => {
      const { roads, buildings, coverages } = readGround(config, folderOf(reading));
      const examination = examinationOf(config, roads, buildings, null);
      stopAtFaults(config, examination);
      const figures: LivingFigures = { roadsCoverage: coverages.roads, examination, living: null };
      writeFigures(folder, figures);
    },
});

/** A census, and what weighs how much where that is given. */
interface WeighedCensus extends CensusSource {
  readonly weights: Weights | undefined;
}

/** They stay in memory for all steps that this process makes of them. */
function readOnce(
  censuses: readonly CensusConfig[],
): (progress: Progress) => Promise<readonly WeighedCensus[]> {
  let read: Promise<readonly WeighedCensus[]> | null = null;
  return (progress) => {
    read ??= readCensuses(censuses, progress);
    return read;
  };
}

async function readCensuses(censuses: readonly CensusConfig[], progress: Progress): Promise<WeighedCensus[]> {
  const sources: WeighedCensus[] = [];
  for (const census of censuses) sources.push(await readWeighed(census, progress));
  return sources;
}

/** @throws BadInput also where a polygon is listed twice: its people would be counted twice */
async function readWeighed(census: CensusConfig, progress: Progress): Promise<WeighedCensus> {
  const units = await readCensus(census, progress);
  const repeated = units.repeatedPolygon();
  if (repeated) {
    const [first, second] = repeated.map((unit) => units.id(unit));
    throw new BadInput(census.file, second, `is the same polygon as ${first}`);
  }
  return {
    units,
    coverage: census.coverage === undefined ? null : await readCoverage(census.coverage),
    weights: census.weights === undefined ? undefined : readWeights(census.weights),
  };
}

/** What the reading says as a whole. */
export function readGround(config: Config, folder: string) {
  const read = new Reading(folder);
  return {
    coverages: read.coverages,
    roads: examineRoads(read.roads()),
    buildings: config.buildings ? read.builtUp().buildings : null,
  };
}

/** The names of the parts of a step that is needed, ascending. */
const partsIn = ({ partsOf, folderOf }: Surroundings, step: Step): Cell[] =>
  partsOf(step).map((part) => part.slice(folderOf(step).length + 1));

function addHoldings(censuses: readonly HeldCensus[], { partsOf }: Surroundings, holdings: Step): void {
  for (const part of partsOf(holdings)) {
    const held = readHeld(part);
    for (const [i, census] of censuses.entries()) census.addHoldings(held[i]);
  }
}

function* ledgerUnits({ source: { units }, people }: HeldCensus): Generator<LedgerUnit> {
  for (let unit = 0; unit < units.length; unit++) {
    const inside_millipersons = people.inside[unit];
    const all = Math.round(units.people[unit] * MILLIPERSONS);
    const counted = inside_millipersons === 0 ? 'none' : inside_millipersons === all ? 'whole' : 'part';
    yield { id: units.id(unit), people: units.people[unit], counted, inside_millipersons };
  }
}
