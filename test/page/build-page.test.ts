import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildPage } from '../../tiles-builder/page/build-page.ts';

test('a page that is already built stays unchanged', async () => {
  const builtAt = () => statSync(join(import.meta.dirname, '../../dist/index.html')).ctimeMs;
  await buildPage();
  const before = builtAt();
  expect(await buildPage()).toBe(false);
  expect(builtAt()).toBe(before);
});
