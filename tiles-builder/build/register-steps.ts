/**
 * Working counts from registers as steps: sites are read once into the files of their areas, and all that follows goes area by
 * area, but for three numbers an outline of sites and the share at home of each census unit.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MILLIPERSONS } from '../../src/format/count-tile.ts';
import type { ErrorModel } from '../../src/format/error-model.ts';
import type { CountLayer } from '../../src/format/manifest.ts';
import type { Cell } from '../../src/geo/cells.ts';
import type { Zone } from '../../src/geo/positions.ts';
import { AreaSpill } from '../areas/area-spill.ts';
import { boxAroundArea } from '../areas/areas.ts';
import { datasetPartOf } from '../dataset/install-dataset.ts';
import { readLedger } from '../dataset/ledger.ts';
import { outputInto } from '../dataset/tile-set-writer.ts';
import { BadInput } from '../failures/bad-input.ts';
import { readPacked, writePacked } from '../files/packed-file.ts';
import { intersectionOf } from '../geometry/clip-zones.ts';
import { type Outline, PlanarArea } from '../geometry/planar-area.ts';
import { outlinesNear } from '../living/zone-near-area.ts';
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
import type { Lesson } from '../registers/learn-from-zones.ts';
import { type ListedFigures, listSites } from '../registers/list-sites.ts';
import { registerErrorModel } from '../registers/register-error-model.ts';
import type { RegistersConfig } from '../registers/registers-config.ts';
import { peopleNowhere, type RegistersReport } from '../registers/registers-report.ts';
import { SharesOfOutlines } from '../registers/share-wide-sites.ts';
import { reportOf, SumOfAreas } from '../registers/sum-registers.ts';
import type { Step, Surroundings } from '../steps/step.ts';
import { inSharedMemory } from '../threads/shared-numbers.ts';
import { cutOverviews } from '../tiles/cut-count-tiles.ts';
import { type LivingFigures, ledgerIn } from './living/figures.ts';
import type { Before } from './living/learn-steps.ts';
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

const SITES_FOLDER = 'sites';
const AT_HOME_FILE = 'at-home';
const MIN_SITES_FOR_THREADS = 20_000;

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
        const spill = new AreaSpill(join(folder, SITES_FOLDER));
        const figures = await listSites(config, spill, folder, (rows, total) =>
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
      const near = coverageNear(coverage);
      const builtUp = new Reading(folderOf(reading)).builtUpFolder;
      const roadside = graphs.map((step) => roadsideIn(folderOf(step)));
      const sites = sitesIn(surroundings);
      const threads = threadsFor(surroundings);
      return (folder, area) =>
        threads.run(findRoomJob, { area, folder, sites, coverage: near(area), builtUp, roadside });
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
      const { outlines, bands } = listedIn(surroundings);
      const wide = new SharesOfOutlines(outlines);
      for (const part of partsOf(room)) wide.add(readWide(part));
      const near = coverageNear(coverageIn(surroundings));
      const common = {
        sites: sitesIn(surroundings),
        ledger: ledgerIn(folderOf(living)),
        atHome: inSharedMemory(readPacked<Float64Array>(join(folderOf(atHome), AT_HOME_FILE))),
        dispersion: readFigures<Pick<AtHome, 'dispersion'>>(folderOf(atHome)).dispersion,
        bands,
      };
      const threads = threadsFor(surroundings);
      return (folder, area) => {
        const own = join(folderOf(room), area);
        const shares = wide.sharesOf(readWide(own));
        return threads.run(countInJob, { ...common, area, folder, coverage: near(area), room: own, shares });
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

/** What a job is handed of the coverage: as much as lies near its area. */
function coverageNear(coverage: Zone): (area: Cell) => readonly Outline[] {
  const whole = new PlanarArea(coverage);
  return (area) => outlinesNear(whole, boxAroundArea(area));
}
