import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { COLD_CALLS, COLD_TOWN, nameOfRead } from '../support/requests/cold-reads.ts';
import { basic, CALLER, callers, emptyCache, publish, putKeys, Service } from './service.ts';
import { watchedBucket } from './watched-bucket.ts';

const QUIET_MS = 60;

class Rounds {
  readonly read: string[][] = [];
  #waiting: { readonly name: string; readonly answer: () => void }[] = [];

  bucket(bucket: R2Bucket): Pick<R2Bucket, 'get'> {
    const get = async (key: string): Promise<unknown> => {
      await new Promise<void>((answer) => this.#waiting.push({ name: nameOfRead(key), answer }));
      return bucket.get(key);
    };
    return { get } as Pick<R2Bucket, 'get'>;
  }

  async answerUntil(ended: Promise<unknown>): Promise<void> {
    let isOver = false;
    void ended.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      let waiting = -1;
      while (!isOver && (this.#waiting.length === 0 || this.#waiting.length > waiting)) {
        waiting = this.#waiting.length;
        await new Promise((done) => setTimeout(done, QUIET_MS));
      }
      const round = this.#waiting;
      this.#waiting = [];
      if (round.length > 0) this.read.push(round.map(({ name }) => name).sort());
      for (const { answer } of round) answer();
    }
  }
}

test.for(COLD_CALLS)('$call', async ({ path, rounds }) => {
  await publish([COLD_TOWN]);
  await putKeys(await callers());
  const order = new Rounds();
  const service = new Service({
    TILES: order.bucket(env.TILES),
    KEYS: order.bucket(env.KEYS),
    ...emptyCache(),
  });
  const answering = service.fetch(path, { headers: { Authorization: basic(CALLER) } });
  await order.answerUntil(answering);
  expect((await answering).status).toBe(200);
  expect(order.read).toEqual(rounds);
});

test('an isolate that has answered from a place reads nothing more for the next call there', async () => {
  await publish([COLD_TOWN]);
  await putKeys(await callers());
  const { TILES, read } = watchedBucket();
  const service = new Service({ TILES, ...emptyCache() });
  const [lon, lat] = COLD_TOWN.centre;
  for (const [travel, time] of [
    ['pedestrian', 300],
    ['motorized', 600],
    ['motorized', 1_800],
  ] as const) {
    const ask = (seconds: number) => service.ask('livingcount', { lon, lat, travel, time: seconds });
    expect((await ask(time)).status).toBe(200);
    read.length = 0;
    expect((await ask(time - 1)).status).toBe(200);
    expect([travel, time, read]).toEqual([travel, time, []]);
  }
});
