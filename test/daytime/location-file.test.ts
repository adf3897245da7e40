import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { textRows } from '../../tiles-builder/daytime/location-file.ts';

test('rows of newline-delimited JSON hold text in each column, none where a value is missing or null', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'location-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'pings.ndjson');
  const rows = [{ device: ' x ', time: 1_705_305_600 }, { device: null, time: false }, { time: [1, null] }, { device: 0, time: '' }]; // biome-ignore format: a line
  writeFileSync(path, `\uFEFF${rows.map((row) => JSON.stringify(row)).join('\n\n')}\n`);
  const found: unknown[] = [];
  for await (const { line, values } of textRows({
    path,
    format: 'JSONEachRow',
    columns: { device: 'device', time: 'time' },
  })) {
    found.push([line, values.get('device'), values.get('time')]);
  }
  expect(found).toEqual([
    [1, 'x', '1705305600'],
    [3, '', 'false'],
    [5, '', '[1,null]'],
    [7, '0', ''],
  ]);
});
