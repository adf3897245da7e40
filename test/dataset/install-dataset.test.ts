/** A dataset takes the place of another: whenever that is broken off, one of them is there or comes back, whole. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { installDataset, leftoversOfDataset } from '../../tiles-builder/dataset/install-dataset.ts';
import { LedgerWriter, ledgerFolderOf, readLedger } from '../../tiles-builder/dataset/ledger.ts';
import { removeLeftovers } from '../../tiles-builder/files/whole-folder.ts';
import { projectFolder } from '../support/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'install-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILES = ['manifest.json', 'living/pack', 'living/list'];
/** Files that each say which version they are of. */
function writeVersion(made: string, version: string): string {
  mkdirSync(join(made, 'living'), { recursive: true });
  for (const file of FILES) writeFileSync(join(made, file), version);
  return made;
}
const versionOf = (out: string): string => FILES.map((file) => readFileSync(join(out, file), 'utf8')).join();
const groupsOf = (out: string): string => JSON.parse(readFileSync(`${out}.groups.json`, 'utf8')).version;

const ledgerOf = (out: string): string | null => readLedger(ledgerFolderOf(out)).version;

const INSTALL = `
  import { installDataset } from '${join(projectFolder, 'tiles-builder/dataset/install-dataset.ts')}';
  const [place, groups] = process.argv.slice(1);
  const ledger = groups === 'null' ? null : place + '/new-ledger';
  await installDataset(place + '/out', { version: 'new', folders: [place + '/new'], groups: JSON.parse(groups), ledger });
`;

/** Installs the new version in a process of its own. @returns how many calls it made, where it is not killed */
async function install(place: string, groups: string, killAt?: number): Promise<number> {
  const calls = join(place, 'calls');
  const env = { ...process.env, KILL_CALLS: calls, ...(killAt && { KILL_AT: String(killAt) }) };
  const preload = join(projectFolder, 'test/support/kill-at.ts');
  const words = ['--import', preload, '--input-type=module-typescript', '-e', INSTALL, place, groups];
  const ended = promisify(execFile)(process.execPath, words, { env });
  if (killAt === undefined) await ended;
  else await expect(ended).rejects.toMatchObject({ signal: 'SIGKILL' });
  return killAt ?? Number(readFileSync(calls, 'utf8'));
}

async function oldAndNew(name: string): Promise<string> {
  const place = join(folder, name);
  const made = writeVersion(join(place, 'old'), 'old');
  writeVersion(join(place, 'new'), 'new');
  const [ledger, newLedger] = [join(place, 'old-ledger'), join(place, 'new-ledger')];
  for (const of of [ledger, newLedger]) new LedgerWriter(of).finish();
  await installDataset(join(place, 'out'), { version: 'old', folders: [made], groups: [], ledger });
  return place;
}

describe.each([
  ['groups', '[]'],
  ['no-groups', 'null'],
])('a new dataset with %s', (name, groups) => {
  test('killed before any of its calls, is there whole or the old one is, and comes when it is installed again', async () => {
    const undisturbed = await oldAndNew(`${name}-undisturbed`);
    const calls = await install(undisturbed, groups);
    expect(versionOf(join(undisturbed, 'out'))).toBe('new,new,new');
    expect(calls).toBeGreaterThan(8);
    const found: string[] = [];
    for (let killAt = 1; killAt <= calls; killAt++) {
      const place = await oldAndNew(`${name}-${killAt}`);
      const out = join(place, 'out');
      await install(place, groups, killAt);
      removeLeftovers(leftoversOfDataset(out));
      const version = versionOf(out);
      found.push(version);
      expect(['old,old,old', 'new,new,new']).toContain(version);
      // Groups of the other version are found by verification, and none are lost.
      if (existsSync(`${out}.groups.json`)) expect(['old', 'new']).toContain(groupsOf(out));
      else expect([version, groups]).toEqual(['new,new,new', 'null']);
      await install(place, groups);
      expect(versionOf(out)).toBe('new,new,new');
      if (groups === 'null') {
        expect(existsSync(`${out}.groups.json`) || existsSync(ledgerFolderOf(out))).toBe(false);
      } else expect([groupsOf(out), ledgerOf(out)]).toEqual(['new', 'new']);
      expect(readdirSync(place).sort()).toEqual(readdirSync(undisturbed).sort());
    }
    expect(new Set(found).size).toBe(2);
  }, 60_000);
});

test('leftovers are those of processes of this machine that have ended', async () => {
  const out = join(await oldAndNew('leftovers'), 'out');
  const host = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '-');
  const ended = 4_194_304;
  const paths = {
    running: `${out}.unfinished-${host}-${process.ppid}`,
    elsewhere: `${out}.unfinished-another.example-${ended}`,
    ended: `${out}.unfinished-${host}-${ended}`,
    replaced: `${out}.replaced-${host}-${ended}`,
    ofAnother: `${out}er.unfinished-${host}-${ended}`,
  };
  for (const path of Object.values(paths)) mkdirSync(path);
  expect(removeLeftovers(leftoversOfDataset(out)).sort()).toEqual([paths.replaced, paths.ended].sort());
  expect(versionOf(out)).toBe('old,old,old');
  expect(existsSync(paths.running) && existsSync(paths.elsewhere) && existsSync(paths.ofAnother)).toBe(true);

  cpSync(join(out, '../old'), paths.replaced, { recursive: true });
  rmSync(out, { recursive: true });
  removeLeftovers(leftoversOfDataset(out));
  expect(versionOf(out)).toBe('old,old,old');
});
