/** Runs the steps up to the living counts in one process, without a dataset, for examinations and evaluations. */

import type { Progress } from '../base/records.ts';
import { runSteps } from '../base/steps/run-steps.ts';
import { nameSteps, type Step } from '../base/steps/step.ts';
import { StepsFolder } from '../base/steps/steps-folder.ts';
import type { Config } from '../sources/config/config.ts';
import type { Before } from './living/learn-steps.ts';
import { type LivingSteps, livingSteps } from './living-steps.ts';
import { readingStep } from './reading-step.ts';
import { graphStep } from './road-steps.ts';

/** @param name of the census, if several share a folder */
export function livingAlone(config: Config, name: string | null = null): Before & Partial<LivingSteps> {
  const reading = readingStep(config, null);
  const graphs = [graphStep('pedestrian', reading), graphStep('motorized', reading)];
  const before = { reading, graphs };
  const { census } = config;
  const inputs = { buildings: null, census: name, accept: null };
  return { ...before, ...(census && livingSteps({ ...config, census }, before, inputs)) };
}

/** @returns folder of each step; steps of the same sources are not run again */
export async function runAlone(
  last: Step,
  folder: string,
  progress: Progress,
): Promise<(step: Step) => string> {
  const place = new StepsFolder(folder);
  const nameOf = nameSteps(() => '');
  try {
    const options = { removesUsed: false, nameOf, progress };
    await runSteps(last, place, { ...options, tellStep: () => {} });
  } finally {
    place.close();
  }
  return (step) => place.folderOf(nameOf(step));
}
