/**
 * What a build with working counts takes from the version before: the groups of that version, and the secret by which all
 * versions are rounded. Both lie next to the datasets.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_NAME } from '../../src/format/object-keys.ts';
import type { Config } from '../config/config.ts';
import { manifestIn } from '../dataset/dataset-folder.ts';
import { BadInput } from '../failures/bad-input.ts';
import { writePrivateFile } from '../files/private-file.ts';
import { requireOwnFile } from '../files/private-folder.ts';
import { unfinishedOf } from '../files/whole-folder.ts';
import { GROUPS_ENDING, groupsFileOf, nameGroups, readGroupsFile } from '../working/groups-file.ts';
import { readSecret, SECRET_BYTES } from '../working/read-secret.ts';

const SECRET_ENDING = '.secret';

export interface Follows {
  /** With groups and secret named, where there are any. */
  readonly config: Config;
  /** The file with a secret that was made since the version in the folder; `null` where it is older, or none is needed. */
  readonly newSecret: string | null;
  /** The version whose groups are followed, where it is known to be rounded by another secret; else `null`. */
  readonly otherSecretThan: string | null;
}

/**
 * Groups that the configuration does not name are those of the version that lies in the folder. A secret that it does not
 * name lies beside them, or beside the folder, or else is made there. Where people are simulated there is nobody to hide, and
 * only what is named counts.
 * @param out folder of the dataset, not a symbolic link
 * @param isShared whether several processes build it, of which one may begin after another has put the dataset in its place:
 *   then groups are those that the configuration names
 * @throws BadInput where groups or secret cannot be read; PlatformProblem where nobody has named them and another user owns them
 */
export function followVersionBefore(config: Config, out: string, isShared: boolean): Follows {
  const named = config.locations ?? (config.workplaces && (config.registers ?? {}));
  if (!named || config.simulated) return { config, newSecret: null, otherSecretThan: null };
  const groups = named.groups ?? (isShared ? undefined : groupsOfVersionIn(out, config));
  const own = `${out}${SECRET_ENDING}`;
  const beside = groups && secretBeside(groups);
  const secret = named.secret ?? (beside && existsSync(beside) ? beside : own);
  if (groups !== undefined && groups !== named.groups) requireOwnFile(groups);
  if (secret !== named.secret) requireOwnFile(secret);
  const isNew = secret === own && (makeSecret(own) || !isOlderThanVersionIn(out, own));
  const followed = { ...(groups && { groups }), secret };
  return {
    config: config.locations
      ? { ...config, locations: { ...config.locations, ...followed } }
      : { ...config, registers: followed },
    newSecret: isNew ? own : null,
    otherSecretThan: groups === undefined ? null : versionOfOtherSecret(groups, secret),
  };
}

/** @throws BadInput where a file cannot be read */
function versionOfOtherSecret(groupsFile: string, secretFile: string): string | null {
  const before = readGroupsFile(groupsFile);
  return before.name === nameGroups(before, readSecret(secretFile)) ? null : before.version;
}

/** `undefined` where no version of the region lies there that counts by the same kind of source. */
function groupsOfVersionIn(out: string, { name, locations }: Config): string | undefined {
  if (!existsSync(join(out, MANIFEST_NAME))) return undefined;
  try {
    const manifest = manifestIn(out);
    const file = groupsFileOf(out, manifest.version);
    const isSameKind = (locations ? manifest.panel : manifest.registers) !== undefined;
    return manifest.region === name && isSameKind && existsSync(file) ? file : undefined;
  } catch (cause) {
    // Of another format, or damaged: it is replaced. What it was is held against this one when that is published.
    if (cause instanceof BadInput) return undefined;
    throw cause;
  }
}

/** Otherwise the secret may be of a build that was broken off before it could say so. */
function isOlderThanVersionIn(out: string, secret: string): boolean {
  const manifest = join(out, MANIFEST_NAME);
  return existsSync(manifest) && statSync(secret).mtimeMs < statSync(manifest).mtimeMs;
}

/** Beside the folder whose version's groups a file holds. */
const secretBeside = (groups: string): string => groups.replace(GROUPS_ENDING, '') + SECRET_ENDING;

/** @returns whether this process made it: it was not there, and no other process made it at the same time */
function makeSecret(file: string): boolean {
  if (existsSync(file)) return false;
  const unfinished = unfinishedOf(file);
  writePrivateFile(unfinished, randomBytes(SECRET_BYTES));
  try {
    linkSync(unfinished, file);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  } finally {
    rmSync(unfinished);
  }
}
