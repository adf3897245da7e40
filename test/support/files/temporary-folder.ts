/** Makes folders, removed with their content. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Removed after all tests of the file, or of the `describe` that calls. */
export function temporaryFolder(): string {
  return removedBy(afterAll);
}

/** Removed after the test that calls, maybe from `beforeEach`. */
export function temporaryFolderOfTest(): string {
  return removedBy(onTestFinished);
}

function removedBy(atEnd: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
