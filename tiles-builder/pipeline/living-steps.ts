/**
 * Chains the steps of living counts: dwelling sites, weights, capacity of units, coverages, intersections, apportionment,
 * allocation, tiles. All run by partition, so memory holds only the censuses and some 90 bytes a unit.
 */

import type { Step } from '../base/steps/step.ts';
import { NO_CENSUS, stopAtFaults } from '../living/examine/examine-sources.ts';
import type { CensusConfig, Config } from '../sources/config/config.ts';
import { readOnce } from './living/censuses.ts';
import { countedStep, coveragesStep, intersectionsStep, measuredStep } from './living/count-steps.ts';
import type { LivingFigures } from './living/figures.ts';
import { type Before, type LivingInputs, readMapped, sitesStep, weightsStep } from './living/learn-steps.ts';
import { allocationsStep, joinStep, tilesStep } from './living/tile-steps.ts';
import { writeFigures } from './step-files.ts';

export interface LivingSteps {
  /** Step that finds where people may live, by partition. */
  readonly sites: Step;
  /** Figures: who is counted, and the examination of the sources. */
  readonly counted: Step;
  /** Step of the tile set `living`, allocations, weights and figures. */
  readonly living: Step;
}

export function livingSteps(
  config: Config & { readonly census: readonly CensusConfig[] },
  before: Before,
  inputs: LivingInputs,
): LivingSteps {
  const censuses = readOnce(config.census);
  const sites = sitesStep(config, before, inputs);
  const weighed = weightsStep(config, { reading: before.reading, sites }, inputs, censuses);
  const measured = measuredStep({ sites, weighed }, censuses);
  const coverages = coveragesStep({ weighed, measured }, censuses);
  const intersections = intersectionsStep({ sites, weighed, coverages }, censuses);
  const counted = countedStep(config, { weighed, measured, coverages, intersections }, censuses);
  const allocations = allocationsStep(config, { weighed, intersections, counted }, inputs);
  const tiles = tilesStep({ weighed, counted, allocations });
  return { sites, counted, living: joinStep({ weighed, counted, allocations, tiles }) };
}

/** Makes a step that stands for living counts without a census: it examines the other sources. */
export const nobodyStep = (config: Config, reading: Step, inputs: LivingInputs): Step => ({
  name: 'living',
  module: import.meta.url,
  from: [inputs.buildings, inputs.accept],
  needs: [reading],
  begin:
    async ({ folderOf }) =>
    async (folder) => {
      const { roads, buildings, coverages } = readMapped(config, folderOf(reading));
      const examination = { roads, buildings, ...NO_CENSUS };
      stopAtFaults(config, examination);
      const figures: LivingFigures = { roadsCoverage: coverages.roads, examination, living: null };
      writeFigures(folder, figures);
    },
});
