/** An interrupted replacement leaves one whole version. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { removeLeftovers } from '../../tiles-builder/base/files/atomic-folder.ts';
import {
  companionPartOf,
  datasetPartOf,
  installDataset,
  leftoversOfDataset,
} from '../../tiles-builder/dataset/install-dataset.ts';
import { temporaryFolder } from '../support/files/temporary-folder.ts';
import { projectFolder } from '../support/processes/run-command.ts';

const folder = temporaryFolder();

const FILES = ['manifest.json', 'living/pack', 'living/list'];
function writeVersion(step: string, version: string, hasGroups = true): string {
  mkdirSync(join(datasetPartOf(step), 'living'), { recursive: true });
  for (const file of FILES) writeFileSync(join(datasetPartOf(step), file), version);
  if (hasGroups) {
    mkdirSync(companionPartOf(step));
    writeFileSync(join(companionPartOf(step), `${version}.groups.json`), version, { mode: 0o600 });
    writeFileSync(join(companionPartOf(step), 'weights.json'), version);
  }
  return step;
}
const versionOf = (out: string): string => FILES.map((file) => readFileSync(join(out, file), 'utf8')).join();
const groupsOf = (out: string, version: string): string =>
  readFileSync(`${out}.${version}.groups.json`, 'utf8');
const weightsOf = (out: string): string => readFileSync(`${out}.weights.json`, 'utf8');

const INSTALL = `
  import { installDataset } from '${join(projectFolder, 'tiles-builder/dataset/install-dataset.ts')}';
  const [place] = process.argv.slice(1);
  await installDataset(place + '/out', [place + '/new']);
`;

/** @returns number of calls, unless killed */
async function install(place: string, killAt?: number): Promise<number> {
  const calls = join(place, 'calls');
  const env = { ...process.env, KILL_CALLS: calls, ...(killAt && { KILL_AT: String(killAt) }) };
  const preload = join(projectFolder, 'test/support/processes/kill-at.ts');
  const words = ['--import', preload, '--input-type=module-typescript', '-e', INSTALL, place];
  const ended = promisify(execFile)(process.execPath, words, { env });
  if (killAt === undefined) await ended;
  else await expect(ended).rejects.toMatchObject({ signal: 'SIGKILL' });
  return killAt ?? Number(readFileSync(calls, 'utf8'));
}

async function oldAndNew(name: string, hasGroups: boolean): Promise<string> {
  const place = join(folder, name);
  const made = writeVersion(join(place, 'old'), 'old');
  writeVersion(join(place, 'new'), 'new', hasGroups);
  await installDataset(join(place, 'out'), [made]);
  return place;
}

describe.each([
  ['groups', true],
  ['no-groups', false],
])('a new dataset with %s', (name, hasGroups) => {
  test('killed before any of its calls, leaves the new or the old dataset whole, and succeeds when repeated', async () => {
    const undisturbed = await oldAndNew(`${name}-undisturbed`, hasGroups);
    const calls = await install(undisturbed);
    expect(versionOf(join(undisturbed, 'out'))).toBe('new,new,new');
    expect(calls).toBeGreaterThan(8);
    const found: string[] = [];
    // Without groups the same calls are made, but for those of their files.
    for (let killAt = 1; killAt <= calls; killAt += hasGroups ? 1 : 3) {
      const place = await oldAndNew(`${name}-${killAt}`, hasGroups);
      const out = join(place, 'out');
      await install(place, killAt);
      removeLeftovers(leftoversOfDataset(out));
      const version = versionOf(out);
      found.push(version);
      expect(['old,old,old', 'new,new,new']).toContain(version);
      expect(groupsOf(out, 'old')).toBe('old');
      if (version === 'new,new,new' && hasGroups) expect(groupsOf(out, 'new')).toBe('new');
      if (existsSync(`${out}.weights.json`)) expect(['old', 'new']).toContain(weightsOf(out));
      else expect([version, hasGroups]).toEqual(['new,new,new', false]);
      await install(place);
      expect(versionOf(out)).toBe('new,new,new');
      if (hasGroups) {
        expect([groupsOf(out, 'old'), groupsOf(out, 'new'), weightsOf(out)]).toEqual(['old', 'new', 'new']);
      } else expect(existsSync(`${out}.new.groups.json`) || existsSync(`${out}.weights.json`)).toBe(false);
      expect(readdirSync(place).sort()).toEqual(readdirSync(undisturbed).sort());
    }
    expect(new Set(found).size).toBe(2);
  });
});
