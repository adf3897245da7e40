/**
 * The groups behind a dataset's working counts, with the persons in each, and the learnt parameters: kept next to the dataset's
 * folder and never published. `verify` proves the threshold from it, and the next version follows it.
 */
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { USES_BY_DAY } from '../built-up/room-at-work.ts';
import { BadInput } from '../failures/bad-input.ts';
import { reasonOf } from '../failures/system-failure.ts';
import { destinationOf } from '../files/destination.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { readJson } from '../files/read-json.ts';
import { WHEREABOUTS } from './count-partition.ts';

const cell = v.pipe(v.string(), v.regex(/^8[0-9a-f]{14}$/, 'an H3 cell'));
const number = v.pipe(v.number(), v.minValue(0));
const positive = v.pipe(v.number(), v.gtValue(0));
const share = v.pipe(number, v.maxValue(1));
const room = v.object({
  room_exponent: share,
  inhabitants_exponent: share,
  roadside_factor: positive,
});

/** What is learnt from a whole panel or register, by which each partition is counted. */
const parametersSchema = v.object({
  /** People that figures of groups are rounded to. */
  rounding_base: positive,
  /** How people follow room: see `likeliestRoom`. */
  room: v.object(v.entriesFromList(WHEREABOUTS, room)),
  /** What the room of each use is multiplied by: see `learnUseFactors`. `null` for registers. */
  use_factors: v.nullable(v.object(v.entriesFromList(USES_BY_DAY, positive))),
  /** Survey weights: see `WeightParameters`. `null` for registers. */
  weights: v.nullable(v.object({ mean: number, most: positive, raise: positive, residual: number })),
  /** Variance of a count for each person counted: see `VarianceTable`. */
  variance: v.array(v.tuple([positive, number])),
});
export type LearntParameters = v.InferOutput<typeof parametersSchema>;

/** What the next version follows of this one. */
const followedSchema = v.object({
  groups: v.array(
    v.object({
      whereabouts: v.picklist(WHEREABOUTS),
      cell,
      /** Persons of the panel that the figure rests on; of registers, people at sites for certain. */
      persons: positive,
      /** What they stand for, not rounded, and what of it is in the tiles. */
      people: number,
      released: number,
    }),
  ),
  /** Cells of the weighting classes. */
  classes: v.array(cell),
  parameters: parametersSchema,
});
export type FollowedVersion = v.InferOutput<typeof followedSchema>;

const groupsFileSchema = v.object({
  /** Of the dataset. */
  version: v.string(),
  /** As in the manifest, where it tells whether another version has the same secret: see {@link nameGroups}. */
  name: v.string(),
  ...followedSchema.entries,
});
export type GroupsFile = v.InferOutput<typeof groupsFileSchema>;

/** Names of the groups of a version and of those that it followed, as the manifest has them. */
export interface Grouping {
  readonly own: string;
  readonly followed: string;
}

/**
 * A name of a fixed set of groups and of how people are spread over them, hexadecimal: nobody without the secret can tell from it
 * what it names, not even by trying. It says nothing of persons. Without a secret, as where people are simulated, it can be tried.
 */
export function nameGroups(
  { groups, classes, parameters }: FollowedVersion,
  secret: Uint8Array | undefined,
): string {
  const cells = groups.map(({ whereabouts, cell }) => `${whereabouts} ${cell}`).sort();
  return createHmac('sha256', secret ?? '')
    .update(JSON.stringify(['groups', cells, classes.toSorted(), parameters.room, parameters.use_factors]))
    .digest('hex');
}

/** @param earlier the version that was followed; a first version follows itself */
export const groupingOf = (
  own: FollowedVersion,
  earlier: FollowedVersion | undefined,
  secret: Uint8Array | undefined,
): Grouping => ({ own: nameGroups(own, secret), followed: nameGroups(earlier ?? own, secret) });

/** The end of a file's name next to a dataset's folder, after the folder's own name. */
export const groupsName = (version: string): string => `${version}.groups.json`;

/** The end of a path whose file is named by {@link groupsName}. */
export const GROUPS_ENDING = /\.[a-z0-9-]+\.groups\.json$/;

/** Next to the folder itself where its path is a symbolic link. */
export const groupsFileOf = (datasetFolder: string, version: string): string =>
  `${destinationOf(datasetFolder)}.${groupsName(version)}`;

export function writeGroupsFile(file: string, content: GroupsFile): void {
  writePrivateFile(file, `${JSON.stringify(content)}\n`);
}

const WITHOUT_GROUPS =
  'Put it back from a backup. Where there is none, move it away and build without "groups": such a version follows nothing, ' +
  'and is published only where --without-groups-of names the live one.';

/** @throws BadInput where it is missing or something else */
export function readGroupsFile(file: string): GroupsFile {
  try {
    return v.parse(groupsFileSchema, readJson(file));
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'not the groups of a dataset'), WITHOUT_GROUPS);
  }
}

/**
 * The learnt parameters in a file of groups, or in one that has nothing else.
 * @throws BadInput where it is missing or something else
 */
export function readParameters(file: string): LearntParameters {
  try {
    return v.parse(v.object({ parameters: parametersSchema }), readJson(file)).parameters;
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'not the parameters of a dataset'));
  }
}
