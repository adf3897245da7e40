/** Joins made files of Sirene, of 43 million rows as in 2026, as `npm run country` does; counts the sites by other code. */
import { execFileSync } from 'node:child_process';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { newTemporaryFolder } from '../../tiles-builder/base/files/temporary-folder.ts';
import { readCatalogue } from '../../tiles-builder/country/catalogue.ts';
import { findCountry } from '../../tiles-builder/country/plan.ts';
import { prepareSites } from '../../tiles-builder/country/sites.ts';

const FRANCE = { west: -5.5, south: 41, east: 10, north: 51.5 };

export interface SireneFigures {
  readonly rows: number;
  readonly sites: number;
  readonly expected: number;
  readonly s: number;
  readonly cpu_s: number;
  /** Largest memory of the process that joins. */
  readonly memory_mb: number;
}

export async function benchSirene(rows: number): Promise<SireneFigures> {
  const folder = newTemporaryFolder('sirene');
  try {
    execFileSync(process.execPath, [join(import.meta.dirname, 'make-sirene.ts'), folder, String(rows)]);
    const { workplaces } = findCountry('france', readCatalogue(), { only: null, census: null });
    const out = join(folder, 'workplaces.csv');
    const [start, before] = [performance.now(), process.cpuUsage()];
    const files = ['stock', 'places'].map((name) => join(folder, `${name}.parquet`));
    await prepareSites(workplaces!, (file) => files[workplaces!.files.indexOf(file)]!, {
      box: FRANCE,
      scratch: folder,
      out,
      progress: () => {},
    });
    const { user, system } = process.cpuUsage(before);
    const s = Math.round((performance.now() - start) / 1_000);
    const memory_mb = Math.round(process.resourceUsage().maxRSS / 1_024);
    let sites = -1;
    for await (const _ of createInterface({ input: createReadStream(out) })) sites++;
    let expected = 0;
    for (let i = 0; i < rows; i++) expected += Number(i % 5 < 2 && i % 7 === 0 && i % 50 !== 0);
    return { rows, sites, expected, s, cpu_s: Math.round((user + system) / 1e6), memory_mb };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
