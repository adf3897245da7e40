/** Applies and stores weights of dwelling sites: coefficients of a log-linear function of features for people per m² (JSON). */
import { writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { BadInput } from '../base/failures/bad-input.ts';
import { reasonOf } from '../base/failures/system-failure.ts';
import { readJson } from '../base/files/read-json.ts';
import { FEATURES, offsetOf, setFeatures } from './site-features.ts';
import type { Sites } from './sites.ts';

/** Coefficients of log people by the names of FEATURES. */
export type Weights = Readonly<Record<string, number>>;

/** Returns expected people per m² by site, before they are scaled to census units. */
export function peoplePerM2(sites: Sites, weights: Weights): Float64Array {
  const coefficients = FEATURES.map(({ name }) => weights[name]);
  const features = new Float32Array(FEATURES.length);
  return sites.area_m2.map((area_m2, site) => {
    if (area_m2 <= 0) return 0;
    setFeatures(features, sites, site);
    let log = offsetOf(sites, site);
    for (let k = 0; k < features.length; k++) log += features[k] * coefficients[k];
    return Math.exp(log) / area_m2;
  });
}

const FORMAT = 2;

const fileSchema = v.strictObject({
  weights_format: v.literal(FORMAT),
  weights: v.strictObject(
    Object.fromEntries(FEATURES.map(({ name }) => [name, v.pipe(v.number(), v.finite())])),
  ),
});

export function readWeights(file: string): Weights {
  let json: unknown;
  try {
    json = readJson(file);
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'is not JSON'));
  }
  const parsed = v.safeParse(fileSchema, json);
  if (parsed.success) return parsed.output.weights;
  const path = v.getDotPath(parsed.issues[0]);
  throw new BadInput(
    file,
    path,
    'is no file of weights that this version of the builder has written',
    'Take the file that a build has left next to its dataset, or leave "weights" out to learn them again.',
  );
}

export const weightsName = (census: number): string => `weights${census === 0 ? '' : `-${census + 1}`}.json`;

export function writeWeights(file: string, weights: Weights): void {
  writeFileSync(file, `${JSON.stringify({ weights_format: FORMAT, weights }, null, 2)}\n`);
}
