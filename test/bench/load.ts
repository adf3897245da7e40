/** Closed-loop HTTP load generator on loopback. */
import { Agent, request } from 'node:http';

export interface Call {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface LoadOptions {
  readonly url: URL;
  readonly connections: number;
  readonly duration_ms: number;
  readonly nextCall: () => Call;
  /** Other answers count as errors. */
  readonly isRight: (answer: Answer, call: Call) => boolean;
}

export interface LoadRun {
  readonly elapsed_ms: number;
  readonly errors: number;
  /** From sending to the end of the answer. */
  readonly times_ms: readonly number[];
}

const REQUEST_TIMEOUT_MS = 30_000;

export async function load(options: LoadOptions): Promise<LoadRun> {
  const { url, connections, duration_ms, nextCall, isRight } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times_ms: number[] = [];
  let errors = 0;
  const start = performance.now();
  const askUntilTheEnd = async (): Promise<void> => {
    while (performance.now() - start < duration_ms) {
      const call = nextCall();
      const sent = performance.now();
      const answer = await send(url, call, agent).catch(() => null);
      times_ms.push(performance.now() - sent);
      if (!answer || !isRight(answer, call)) errors++;
    }
  };
  await Promise.all(Array.from({ length: connections }, askUntilTheEnd));
  const elapsed_ms = performance.now() - start;
  agent.destroy();
  return { elapsed_ms, errors, times_ms };
}

export interface LoadFigures {
  readonly requests: number;
  readonly errors: number;
  readonly requests_per_s: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export function figuresOf(runs: readonly LoadRun[]): LoadFigures {
  const times_ms = runs.flatMap((run) => run.times_ms).sort((a, b) => a - b);
  const quantile = (share: number): number => times_ms[Math.ceil(share * times_ms.length) - 1] ?? Number.NaN;
  const sum = (value: (run: LoadRun) => number): number => runs.reduce((total, run) => total + value(run), 0);
  return {
    requests: times_ms.length,
    errors: sum((run) => run.errors),
    requests_per_s: (1000 * times_ms.length) / sum((run) => run.elapsed_ms),
    p50_ms: quantile(0.5),
    p99_ms: quantile(0.99),
  };
}

export function send(url: URL, { path, headers }: Call, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: url.hostname,
        port: url.port,
        path,
        headers,
        timeout: REQUEST_TIMEOUT_MS,
        ...(agent && { agent }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.once('timeout', () => sent.destroy(new Error(`no answer in ${REQUEST_TIMEOUT_MS} ms`)));
    sent.once('error', reject);
    sent.end();
  });
}
