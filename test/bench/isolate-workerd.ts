/** Makes heavy calls in workerd with a limited heap. */

import { publishDataset } from '../../tiles-builder/publish/publish-dataset.ts';
import { startHttpService } from '../support/servers/http-service.ts';

/**
 * @param heap_mb of objects, without buffers
 * @param paths one after the other, then all at once
 * @returns statuses; 0 without answer
 */
export async function askWorkerd(
  folder: string,
  heap_mb: number,
  paths: readonly string[],
): Promise<readonly number[]> {
  process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-old-space-size=${heap_mb}`;
  const service = await startHttpService('isolate');
  try {
    await publishDataset(folder, service.bucket, () => {});
    const ask = async (path: string): Promise<number> => {
      const { pathname, searchParams } = new URL(path, service.url);
      const response = await service.ask(pathname, Object.fromEntries(searchParams)).catch(() => null);
      await response?.arrayBuffer().catch(() => {});
      return response?.status ?? 0;
    };
    const statuses: number[] = [];
    for (const path of paths) statuses.push(await ask(path));
    const others = paths.map((path) => path.replace(/time=3600/, 'time=3598'));
    return [...statuses, ...(await Promise.all(others.map(ask)))];
  } finally {
    await service.close();
    delete process.env.MINIFLARE_WORKERD_V8_FLAGS;
  }
}
