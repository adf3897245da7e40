/** Puts a dataset that a build has made in its place. Whatever happens meanwhile, the one before it is not lost. */
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { linkFolder } from '../files/link-folder.ts';
import { type Leftover, leftoversIn, replaceFolder, unfinishedOf } from '../files/whole-folder.ts';
import { privacyFileOf, writePrivacyFile } from '../working/privacy-file.ts';
import type { PrivacyGroup } from '../working/spread-by-day.ts';
import { ledgerFolderOf, nameLedger } from './ledger.ts';

export interface MadeDataset {
  readonly version: string;
  /** Their files make up the dataset together, and stay. Some may be missing, of steps that have nothing to add. */
  readonly folders: readonly string[];
  /** Behind the working counts; `null` where there are none. */
  readonly groups: readonly PrivacyGroup[] | null;
  /** The folder of the ledger of its living counts, which stays; `null` where there are none. */
  readonly ledger: string | null;
}

/** @param out not a symbolic link. A dataset that is there is replaced, with the groups and the ledger beside it */
export async function installDataset(
  out: string,
  { version, folders, groups, ledger }: MadeDataset,
): Promise<void> {
  const unfinished = unfinishedOf(out);
  const groupsFile = privacyFileOf(out);
  const ledgerFolder = ledgerFolderOf(out);
  const unfinishedLedger = unfinishedOf(ledgerFolder);
  try {
    for (const folder of folders) if (existsSync(folder)) linkFolder(folder, unfinished);
    chmodSync(unfinished, 0o755);
    if (groups) writePrivacyFile(unfinishedOf(groupsFile), version, groups);
    if (ledger) {
      linkFolder(ledger, unfinishedLedger);
      chmodSync(unfinishedLedger, 0o700);
      nameLedger(unfinishedLedger, version);
    }
    const replaced = await replaceFolder(out, unfinished);
    // Until the next lines, verification finds groups and a ledger of another version: building again puts that right.
    if (groups) renameSync(unfinishedOf(groupsFile), groupsFile);
    else rmSync(groupsFile, { force: true });
    rmSync(ledgerFolder, { recursive: true, force: true });
    if (ledger) renameSync(unfinishedLedger, ledgerFolder);
    rmSync(replaced, { recursive: true, force: true });
  } finally {
    for (const path of [unfinished, unfinishedOf(groupsFile), unfinishedLedger])
      rmSync(path, { recursive: true, force: true });
  }
}

/** What builds have left beside a dataset, or are at work on. */
export const leftoversOfDataset = (out: string): Leftover[] =>
  [out, privacyFileOf(out), ledgerFolderOf(out)].flatMap((path) => leftoversIn(dirname(path), path));
