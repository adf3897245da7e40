/** Serves the grid town to all tests in a browser, which change nothing in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildDataset } from '../../tiles-builder/pipeline/build-dataset.ts';
import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { readConfig } from '../../tiles-builder/sources/config/config.ts';
import type {} from '../support/project/provided.ts';
import { startHttpService } from '../support/servers/http-service.ts';
import { writeGridTown } from '../support/towns/grid-town.ts';
import { whySkipped } from './find-chromium.ts';

const quiet = (): void => {};

export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (whySkipped !== null) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'map-page-'));
  const { config } = await writeGridTown(join(folder, 'sources'));
  await buildDataset(readConfig(config), join(folder, 'dataset'), { progress: quiet });
  const service = await startHttpService('map-page');
  await publishDataset(join(folder, 'dataset'), service.bucket, quiet);
  rmSync(folder, { recursive: true });
  provide('gridTown', { url: service.url.href, credentials: service.credentials });
  return () => service.close();
}
