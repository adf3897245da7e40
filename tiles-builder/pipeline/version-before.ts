/**
 * Finds the earlier version of a dataset whose k-anonymous groups and rounding secret a build must use again, against
 * differencing attacks; without one, makes a secret.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_NAME } from '../../src/format/object-keys.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import { unfinishedOf } from '../base/files/atomic-folder.ts';
import { writePrivateFile } from '../base/files/private-file.ts';
import { manifestIn } from '../dataset/dataset-folder.ts';
import { GROUPS_ENDING, groupsFileOf, nameGroups, readGroupsFile } from '../daytime/groups-file.ts';
import { readSecret, SECRET_BYTES } from '../daytime/read-secret.ts';
import type { Config } from '../sources/config/config.ts';

const SECRET_ENDING = '.secret';

export interface Follows {
  readonly config: Config;
  readonly newSecret: string | null;
  /** The followed version, if it is known to use another secret. */
  readonly otherSecretThan: string | null;
}

/**
 * Simulated people use configured files alone.
 * @param out not a symbolic link
 * @throws PlatformProblem for another user's files
 */
export function followVersionBefore(config: Config, out: string): Follows {
  const named = config.locations ?? (config.workplaces && (config.registers ?? {}));
  if (!named || config.simulated) return { config, newSecret: null, otherSecretThan: null };
  const groups = named.groups ?? groupsOfVersionIn(out, config);
  const own = `${out}${SECRET_ENDING}`;
  const secretFile = groups && secretNextTo(groups);
  const secret = named.secret ?? (secretFile && existsSync(secretFile) ? secretFile : own);
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

function versionOfOtherSecret(groupsFile: string, secretFile: string): string | null {
  const before = readGroupsFile(groupsFile);
  return before.name === nameGroups(before, readSecret(secretFile)) ? null : before.version;
}

function groupsOfVersionIn(out: string, { name, locations }: Config): string | undefined {
  if (!existsSync(join(out, MANIFEST_NAME))) return undefined;
  try {
    const manifest = manifestIn(out);
    const file = groupsFileOf(out, manifest.version);
    const isSameKind = (locations ? manifest.panel : manifest.registers) !== undefined;
    return manifest.region === name && isSameKind && existsSync(file) ? file : undefined;
  } catch (cause) {
    // The folder is replaced; publishing compares versions.
    if (cause instanceof BadInput) return undefined;
    throw cause;
  }
}

/** Otherwise an interrupted build may have made the secret. */
function isOlderThanVersionIn(out: string, secret: string): boolean {
  const manifest = join(out, MANIFEST_NAME);
  return existsSync(manifest) && statSync(secret).mtimeMs < statSync(manifest).mtimeMs;
}

const secretNextTo = (groups: string): string => groups.replace(GROUPS_ENDING, '') + SECRET_ENDING;

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
