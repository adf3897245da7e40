import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BadInput } from '../../../tiles-builder/base/failures/bad-input.ts';
import { readConfig } from '../../../tiles-builder/sources/config/config.ts';
import { temporaryFolderOfTest } from '../../support/files/temporary-folder.ts';

test('names with line breaks and codes of a terminal are printed without them, in the advice, too', () => {
  const { message, advice } = new BadInput(
    'a\nb.csv',
    null,
    'has no column \u001b[2Jx',
    'Did you mean \u009by?',
  );
  expect(message).toBe('a b.csv: has no column  [2Jx');
  expect(advice).toBe('Did you mean  y?');
});

test('the message on a file that is not there names the nearest of its folder', () => {
  const folder = temporaryFolderOfTest();
  writeFileSync(join(folder, 'village.json'), '{}');
  const adviceOf = (name: string): string | null => {
    try {
      readConfig(join(folder, name));
    } catch (cause) {
      return (cause as BadInput).advice;
    }
    throw new Error('no failure');
  };
  expect(adviceOf('vilage.json')).toBe('Did you mean village.json?');
  expect(adviceOf('riviera.json')).toBeNull();
  expect(adviceOf('none/village.json')).toBeNull();
});
