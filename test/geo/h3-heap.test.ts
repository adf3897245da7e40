import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test('the service has h3-js from one module, which decides its heap', () => {
  const importing = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) =>
    /from 'h3-js'/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(importing).toEqual(['src/geo/h3.ts']);
});

test('no other code runs before the heap size is removed again, as the modules load synchronously', () => {
  // `require` refuses modules with a top-level await.
  const h3 = createRequire(import.meta.url)('../../src/geo/h3.ts');
  expect([typeof h3.latLngToCell, 'TOTAL_MEMORY' in {}]).toEqual(['function', false]);
});

test('the service alone takes less than 10 MB of buffers, and leaves no property on other objects', () => {
  const program = `
    await import('./src/app.ts');
    const { latLngToCell } = await import('./src/geo/h3.ts');
    console.log(JSON.stringify({
      cell: latLngToCell(57.7, 11.97, 12),
      buffers: process.memoryUsage().arrayBuffers,
      leftOver: 'TOTAL_MEMORY' in {},
    }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const { cell, buffers, leftOver } = JSON.parse(stdout);
  expect(cell).toMatch(/^8c/);
  expect(buffers).toBeLessThan(10e6);
  expect(leftOver).toBe(false);
});
