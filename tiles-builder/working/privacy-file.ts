/**
 * The groups behind a dataset's working counts, with the persons in each: kept beside the dataset's folder and never
 * published. `verify` proves the threshold from it, and the next version follows it. Those of all versions stay.
 */
import * as v from 'valibot';
import { BadInput } from '../failures/bad-input.ts';
import { reasonOf } from '../failures/system-failure.ts';
import { destinationOf } from '../files/destination.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { readJson } from '../files/read-json.ts';
import { type FollowedVersion, WHEREABOUTS } from './spread-by-day.ts';

const cell = v.pipe(v.string(), v.regex(/^8[0-9a-f]{14}$/, 'an H3 cell'));
const privacyFileSchema = v.object({
  /** Of the dataset. */
  version: v.string(),
  /** Its name as the manifest holds it, which tells another secret from the one of this version: see `nameGroups`. */
  name: v.optional(v.string()),
  groups: v.array(
    v.object({
      whereabouts: v.picklist(WHEREABOUTS),
      /** The H3 cell that it is, less finer groups in it. */
      cell,
      /** Its areas, and those that joined it. */
      areas: v.array(cell),
      joined: v.array(cell),
      /** Persons of the panel. */
      persons: v.pipe(v.number(), v.integer(), v.minValue(1)),
      /** What they stand for, not rounded. */
      people: v.pipe(v.number(), v.minValue(0)),
      /** Whether the figure is that of an earlier version, as too few persons are left. */
      is_kept: v.boolean(),
      /** How far people are spread by room. */
      room_exponent: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
      /** How far by inhabitants, and how many times as many are beside roads without buildings: builders before this one did neither. */
      inhabitants_exponent: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0),
      roadside_factor: v.optional(v.pipe(v.number(), v.minValue(1)), 1),
    }),
  ),
  /** The steps that people are rounded to, which the next version keeps: see `roundBySecret`. Some earlier files have none. */
  step_people: v.optional(v.pipe(v.number(), v.gtValue(0))),
  /** Home areas that share a weight, which the next version keeps: see `weightAreas`. Files of earlier builders have none. */
  weight_areas: v.optional(
    v.array(
      v.object({ cell, areas: v.array(cell), persons_found: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
    ),
  ),
});
export interface PrivacyFile extends FollowedVersion {
  readonly version: string;
  readonly name?: string | undefined;
}

/** What the name of a file beside a dataset says after that of the dataset's folder: the version whose groups it holds. */
export const groupsName = (version: string): string => `${version}.groups.json`;

/** The end of a path whose file is named by {@link groupsName}. */
export const GROUPS_ENDING = /\.[a-z0-9-]+\.groups\.json$/;

/** Beside the folder itself where its path is a symbolic link. */
export const privacyFileOf = (datasetFolder: string, version: string): string =>
  `${destinationOf(datasetFolder)}.${groupsName(version)}`;

export function writePrivacyFile(file: string, content: PrivacyFile): void {
  writePrivateFile(file, `${JSON.stringify(content)}\n`);
}

const WITHOUT_GROUPS =
  'Put it back from a backup. Where there is none, move it away and build without "groups": such a version follows nothing, ' +
  'and is published only where --without-groups-of names the live one.';

/**
 * What builders since groups are followed have kept: the next version finds anew what is not in an earlier one's file.
 * @throws BadInput where it is missing or something else
 */
export function readPrivacyFile(file: string): PrivacyFile {
  try {
    return { step_people: undefined, ...v.parse(privacyFileSchema, readJson(file) as object) };
  } catch (cause) {
    throw new BadInput(file, null, reasonOf(cause, 'not the groups of a dataset'), WITHOUT_GROUPS);
  }
}
