/**
 * Reads and writes the file of the groups behind working counts, with their persons and learnt parameters. It lies next to the
 * dataset and is never published; `verify` checks the threshold by it, and the next version follows it.
 */
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { BadInput } from '../base/failures/bad-input.ts';
import { reasonOf } from '../base/failures/system-failure.ts';
import { destinationOf } from '../base/files/destination.ts';
import { writePrivateFile } from '../base/files/private-file.ts';
import { readJson } from '../base/files/read-json.ts';
import { WHEREABOUTS } from './count-partition.ts';

const cell = v.pipe(v.string(), v.regex(/^8[0-9a-f]{14}$/, 'an H3 cell'));
const number = v.pipe(v.number(), v.minValue(0));
const positive = v.pipe(v.number(), v.gtValue(0));
const share = v.pipe(number, v.maxValue(1));
const capacity = v.object({
  capacity_exponent: share,
  inhabitants_exponent: share,
  roadside_factor: positive,
});

/** Parameters that are learnt from a whole panel or register. */
const parametersSchema = v.object({
  /** Base by which figures of groups are rounded, in people. */
  rounding_base: positive,
  /** See `likeliestExponents`. */
  capacity: v.object(v.entriesFromList(WHEREABOUTS, capacity)),
  /** See `WeightParameters`; `null` for registers. */
  weights: v.nullable(v.object({ mean: number, most: positive, raise: positive, residual: number })),
  /** See `VarianceTable`. */
  variance: v.array(v.tuple([positive, number])),
});
export type LearntParameters = v.InferOutput<typeof parametersSchema>;

const followedSchema = v.object({
  groups: v.array(
    v.object({
      whereabouts: v.picklist(WHEREABOUTS),
      cell,
      /** Persons of the panel or, from registers, people who are certainly at sites. */
      persons: positive,
      /** People before rounding, and then those in the tiles. */
      people: number,
      released: number,
    }),
  ),
  classes: v.array(cell),
  parameters: parametersSchema,
});
export type FollowedVersion = v.InferOutput<typeof followedSchema>;

const groupsFileSchema = v.object({
  version: v.string(),
  /** See {@link nameGroups}. */
  name: v.string(),
  ...followedSchema.entries,
});
export type GroupsFile = v.InferOutput<typeof groupsFileSchema>;

/** Names of a version's groups and of the groups that it followed, for the manifest. */
export interface Grouping {
  readonly own: string;
  readonly followed: string;
}

/**
 * Makes a keyed hexadecimal name of groups and of how people are disaggregated over them. It discloses no persons; without a
 * secret, guesses can be checked.
 */
export function nameGroups(
  { groups, classes, parameters }: FollowedVersion,
  secret: Uint8Array | undefined,
): string {
  const cells = groups.map(({ whereabouts, cell }) => `${whereabouts} ${cell}`).sort();
  return createHmac('sha256', secret ?? '')
    .update(JSON.stringify(['groups', cells, classes.toSorted(), parameters.capacity]))
    .digest('hex');
}

/** @param earlier a first version follows itself */
export const groupingOf = (
  own: FollowedVersion,
  earlier: FollowedVersion | undefined,
  secret: Uint8Array | undefined,
): Grouping => ({ own: nameGroups(own, secret), followed: nameGroups(earlier ?? own, secret) });

/** Follows the dataset folder's name. */
export const groupsName = (version: string): string => `${version}.groups.json`;

/** Ending of the names of groups files, after that of the dataset's folder. */
export const GROUPS_ENDING = /\.[a-z0-9-]+\.groups\.json$/;

/** Returns the path next to the dataset's folder, or to the folder that a symbolic link names. */
export const groupsFileOf = (datasetFolder: string, version: string): string =>
  `${destinationOf(datasetFolder)}.${groupsName(version)}`;

export function writeGroupsFile(file: string, content: GroupsFile): void {
  writePrivateFile(file, `${JSON.stringify(content)}\n`);
}

const WITHOUT_GROUPS =
  'Put it back from a backup. Where there is none, move it away and build without "groups": such a version follows nothing, ' +
  'and is published only where --without-groups-of names the live one.';

/** @throws BadInput for a missing or invalid file */
export function readGroupsFile(file: string): GroupsFile {
  try {
    return v.parse(groupsFileSchema, readJson(file));
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'not the groups of a dataset'), WITHOUT_GROUPS);
  }
}

/**
 * Reads parameters with groups or alone.
 * @throws BadInput for a missing or invalid file
 */
export function readParameters(file: string): LearntParameters {
  try {
    return v.parse(v.object({ parameters: parametersSchema }), readJson(file)).parameters;
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'not the parameters of a dataset'));
  }
}
