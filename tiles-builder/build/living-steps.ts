/**
 * Steps of living counts. Work by partition has a part for each, made by threads and shared by machines; global data is small:
 * the census in columns, and some 90 bytes a unit of results.
 */
import type { CensusConfig, Config } from '../config/config.ts';
import { examinationOf, stopAtFaults } from '../examine/examine-sources.ts';
import type { Step } from '../steps/step.ts';
import { readOnce } from './living/censuses.ts';
import { countedStep, intersectionsStep } from './living/count-steps.ts';
import type { LivingFigures } from './living/figures.ts';
import { type Before, type LivingInputs, readGround, sitesStep, weightsStep } from './living/learn-steps.ts';
import { allocationsStep, joinStep } from './living/tile-steps.ts';
import { writeFigures } from './step-files.ts';

export interface LivingSteps {
  /** Where people may live, and the cells of all buildings: a part for each area. */
  readonly sites: Step;
  /** Decides who is counted, and examines the sources; both are its figures. */
  readonly counted: Step;
  /** The tile set `living`, the ledger, weights, and its figures. */
  readonly living: Step;
}

/** In dependency order. */
export function livingSteps(
  config: Config & { readonly census: readonly CensusConfig[] },
  before: Before,
  inputs: LivingInputs,
): LivingSteps {
  const censuses = readOnce(config.census);
  const sites = sitesStep(config, before, inputs);
  const ground = weightsStep(config, { reading: before.reading, sites }, inputs, censuses);
  const intersections = intersectionsStep({ sites, ground }, censuses);
  const counted = countedStep(config, { sites, ground, intersections }, censuses);
  const allocations = allocationsStep(config, { ground, intersections, counted }, inputs);
  return { sites, counted, living: joinStep({ ground, counted, allocations }) };
}

/** Without a census: examines the other sources. */
export const nobodyStep = (config: Config, reading: Step, inputs: LivingInputs): Step => ({
  name: 'living',
  module: import.meta.url,
  from: [inputs.buildings, inputs.accept],
  needs: [reading],
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
