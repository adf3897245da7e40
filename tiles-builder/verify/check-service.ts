/** Asks a running service for its health until it has a version live, for at most 150 s. */
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { BadInput } from '../base/failures/bad-input.ts';

/** The service keeps the list of live versions, and its health, for a shorter time. */
const SERVICE_WAIT_MS = 150_000;
const PAUSE_MS = 3_000;
const CALL_TIMEOUT_MS = 15_000;

export interface ServiceCheck {
  readonly waited_s: number;
  readonly fault: string | null;
}

const healthSchema = v.object({
  error: v.string(),
  datasets: v.optional(v.array(v.object({ version: v.string() })), []),
});

/** @throws BadInput for text that is no address of a service */
export function serviceAt(address: string): URL {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new BadInput('--check-url', null, `${JSON.stringify(address)} is not the address of a service`);
}

/** Its health tells the versions of regions once it has read a tile of each layer. */
export async function checkService(
  service: URL,
  version: string,
  wait_ms = SERVICE_WAIT_MS,
): Promise<ServiceCheck> {
  const startedAt_ms = performance.now();
  for (;;) {
    const found = await ask(new URL('/healthz', service), version);
    const waited_ms = performance.now() - startedAt_ms;
    if (found === null) return { waited_s: waited_ms / 1000, fault: null };
    if (waited_ms + PAUSE_MS > wait_ms) {
      const fault = `${version} is not live there within ${wait_ms / 1000} s: ${found}`;
      return { waited_s: waited_ms / 1000, fault };
    }
    await setTimeout(PAUSE_MS);
  }
}

/** @returns `null` where the version is live, else what is wrong */
async function ask(url: URL, version: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    const health = v.safeParse(healthSchema, await response.json());
    if (!health.success) return `status ${response.status} with an answer that is none of the service's`;
    const { error, datasets } = health.output;
    if (error !== '') return `status ${response.status}: ${error}`;
    const live = datasets.map((dataset) => dataset.version);
    return live.includes(version) ? null : `it answers from ${live.join(', ') || 'no dataset'}`;
  } catch (cause) {
    return (cause as Error).message;
  }
}
