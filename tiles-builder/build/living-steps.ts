/**
 * Those who live as steps. What is done area by area has a part for each area, which threads make and machines share; what
 * stays global is small: the census in columns, and some 60 bytes a unit of what areas have found out of it.
 */
import type { CensusConfig, Config } from '../config/config.ts';
import { examinationOf, stopAtFaults } from '../examine/examine-sources.ts';
import type { Step } from '../steps/step.ts';
import { readOnce } from './living/censuses.ts';
import { countedStep, coverageStep, expectationsStep, holdingsStep } from './living/count-steps.ts';
import type { LivingFigures } from './living/figures.ts';
import { type Before, type LivingInputs, readGround, sitesStep, weightsStep } from './living/learn-steps.ts';
import { giftsStep, joinStep } from './living/tile-steps.ts';
import { writeFigures } from './step-files.ts';

export interface LivingSteps {
  /** Finds out who is counted, and what the sources say of each other: its figures. */
  readonly counted: Step;
  /** The tile set `living`, the ledger, weights, and its figures. */
  readonly living: Step;
}

/** Steps that need each other's results, each after those that it needs. */
export function livingSteps(
  config: Config & { readonly census: readonly CensusConfig[] },
  before: Before,
  inputs: LivingInputs,
): LivingSteps {
  const censuses = readOnce(config.census);
  const sites = sitesStep(config, before, inputs);
  const ground = weightsStep(config, { reading: before.reading, sites }, inputs, censuses);
  const holdings = holdingsStep({ sites, ground }, censuses);
  const coverage = coverageStep({ ground, holdings }, censuses);
  const expectations = expectationsStep({ sites, ground, coverage }, censuses);
  const counted = countedStep(config, { ground, holdings, coverage, expectations }, censuses);
  const gifts = giftsStep(config, { ground, expectations, counted }, inputs);
  return { counted, living: joinStep({ ground, counted, gifts }) };
}

/** Where there is no census: what the sources say of each other. */
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
