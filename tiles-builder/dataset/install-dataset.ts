/** Installs a dataset and its companion files (weights, groups) from steps: hard links under temporary names, then renames. */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Leftover, leftoversIn, replace, unfinishedOf } from '../base/files/atomic-folder.ts';
import { link } from '../base/files/link.ts';
import { syncNames, syncToDisk } from '../base/files/sync-to-disk.ts';

/** Suffixes of files next to a dataset. */
const COMPANIONS = /^weights(-\d+)?\.json$/;
/** Suffix with the version: retained for later versions to follow. */
const RETAINED_COMPANIONS = /^[a-z0-9-]+\.groups\.json$/;

/** Suffix of a file created before the first step. */
const MADE_BEFORE = /^secret$/;

export const datasetPartOf = (step: string): string => join(step, 'dataset');

export const companionPartOf = (step: string): string => join(step, 'companions');

/**
 * @param out not a symbolic link
 * @param steps stay; some have no files for the dataset
 */
export async function installDataset(out: string, steps: readonly string[]): Promise<void> {
  const made = new Map(
    steps
      .map(companionPartOf)
      .filter(existsSync)
      .flatMap((folder) => readdirSync(folder).map((name) => [name, join(folder, name)])),
  );
  const companions = [...new Set([...made.keys(), ...companionNames(out)])].map((name) => ({
    path: `${out}.${name}`,
    made: made.has(name) ? [made.get(name)!] : [],
  }));
  const isRetained = ({ path }: { path: string }): boolean =>
    RETAINED_COMPANIONS.test(path.slice(out.length + 1));
  // The dataset comes first: until the rest follows, verification reports a mismatch; building again repairs it.
  const parts = [
    ...companions.filter(isRetained),
    { path: out, made: steps.map(datasetPartOf).filter(existsSync) },
    ...companions.filter((part) => !isRetained(part)),
  ];
  const begun: string[] = [];
  try {
    for (const { path, made } of parts) {
      if (made.some((from) => statSync(from).isDirectory())) mkdirSync(unfinishedOf(path), { mode: 0o700 });
      begun.push(unfinishedOf(path));
      for (const from of made) link(from, unfinishedOf(path));
      if (made.length > 0) await syncToDisk(unfinishedOf(path));
    }
    chmodSync(unfinishedOf(out), 0o755);
    const replaced = parts.map(({ path }) => replace(path, unfinishedOf(path)));
    await syncNames(dirname(out));
    for (const path of replaced) rmSync(path, { recursive: true, force: true });
  } finally {
    for (const path of begun) rmSync(path, { recursive: true, force: true });
  }
}

export function leftoversOfDataset(out: string): Leftover[] {
  const ofDataset = ({ madeFor }: Leftover): boolean =>
    madeFor === out ||
    (madeFor.startsWith(`${out}.`) &&
      [COMPANIONS, RETAINED_COMPANIONS, MADE_BEFORE].some((names) =>
        names.test(madeFor.slice(out.length + 1)),
      ));
  return leftoversIn(dirname(out)).filter(ofDataset);
}

function companionNames(out: string): string[] {
  const start = `${basename(out)}.`;
  return readdirSync(dirname(out))
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length))
    .filter((name) => COMPANIONS.test(name));
}
