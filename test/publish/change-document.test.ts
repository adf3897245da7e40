import { afterEach, describe, expect, test, vi } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { AnswerLost, type Bucket, BucketProblem, WriteConflict } from '../../tiles-builder/publish/bucket.ts';
import { changeDocument, MAX_WRITE_IDS } from '../../tiles-builder/publish/change-document.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { addOne, type Sum, sumCodec } from './sum-document.ts';

const KEY = 'sum';
const count = (bucket: Bucket): Promise<Sum> => changeDocument(bucket, KEY, sumCodec, addOne);
const total = async (model: R2Model): Promise<number> =>
  (await sumCodec.read((await model.client().get(KEY))?.bytes ?? new Uint8Array())).total;

const waitNever = (): void => void vi.spyOn(Math, 'random').mockReturnValue(0);
afterEach(() => void vi.restoreAllMocks());

describe('changes', () => {
  const seeds = [1, 2, Math.floor(Math.random() * 2 ** 31)];
  test.for(seeds)(
    'of four concurrent writers all count once, though answers are lost (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      const model = new R2Model();
      const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, random.integer(0, 3)));
      let lost = 0;
      const writer = async (): Promise<void> => {
        const bucket = model.client({
          before: turn,
          after: async ({ method }) => {
            await turn();
            const isLost = method === 'put' && random.unit() < 0.3;
            lost += Number(isLost);
            return isLost;
          },
        });
        for (let i = 0; i < 10; i++) await count(bucket);
      };
      await Promise.all([writer(), writer(), writer(), writer()]);
      expect(lost).toBeGreaterThan(0);
      expect(await total(model)).toBe(40);
    },
  );

  test('retain the ids of the last writes', async () => {
    const model = new R2Model();
    for (let i = 0; i < MAX_WRITE_IDS; i++) await count(model.client());
    const { writes } = await count(model.client());
    expect(new Set(writes).size).toBe(MAX_WRITE_IDS);
    const after = await count(model.client());
    expect(after.writes.slice(0, -1)).toEqual(writes.slice(1));
  });

  test('that change nothing write nothing', async () => {
    const model = new R2Model();
    const written = await count(model.client());
    expect(await changeDocument(model.client(), KEY, sumCodec, (sum) => sum ?? written)).toEqual(written);
  });

  test('that fail count only where the document that they saw is still there', async () => {
    const model = new R2Model();
    const totals: number[] = [];
    const change = changeDocument(model.client(), KEY, sumCodec, async (sum) => {
      totals.push(sum?.total ?? 0);
      if (totals.length < 3) await count(model.client());
      throw new Error('refused');
    });
    await expect(change).rejects.toThrow('refused');
    expect(totals).toEqual([0, 1, 2]);
  });

  test('of a damaged document fail, and leave it', async () => {
    const model = new R2Model();
    await model.client().put(KEY, new TextEncoder().encode('{"total":'));
    const before = model.objects.get(KEY);
    await expect(count(model.client())).rejects.toThrow(SyntaxError);
    expect(model.objects.get(KEY)).toBe(before);
  });

  test('that others prevent repeatedly are conflicts', async () => {
    waitNever();
    const model = new R2Model();
    const inTheWay = model.client({
      before: async ({ method }) => {
        if (method === 'put') await count(model.client());
      },
    });
    await expect(count(inTheWay)).rejects.toThrow(WriteConflict);
  });

  test('are reported as unknown where every answer after the write is lost', async () => {
    const model = new R2Model();
    let sent = false;
    const cutOff = model.client({
      after: async ({ method }) => {
        sent ||= method === 'put';
        return sent;
      },
    });
    const failed = await count(cutOff).catch((cause) => cause);
    expect(failed).toBeInstanceOf(BucketProblem);
    expect(failed.message).toMatch(/^Whether sum was changed is not known/);
  });

  test('are reported as unknown where an applied write conflicts with itself, and later answers are lost', async () => {
    const model = new R2Model();
    await count(model.client());
    const client = model.client();
    let isCutOff = false;
    const applied: Bucket = {
      ...client,
      put: async (key, bytes, condition) => {
        await client.put(key, bytes, condition);
        isCutOff = true;
        throw new WriteConflict(key);
      },
      get: async (key) => {
        if (isCutOff) throw new AnswerLost('No answer.', 'Wait.');
        return client.get(key);
      },
    };
    await expect(count(applied)).rejects.toThrow(/^Whether sum was changed is not known/);
    expect(await total(model)).toBe(2);
  });

  test('that were applied with the last try are no conflicts', async () => {
    waitNever();
    const model = new R2Model();
    const client = model.client();
    let puts = 0;
    const crowded: Bucket = {
      ...client,
      put: async (key, bytes, condition) => {
        puts++;
        if (puts === 12) await client.put(key, bytes, condition);
        else if (puts < 12) await count(model.client());
        throw new WriteConflict(key);
      },
    };
    expect(await count(crowded)).toMatchObject({ total: 12 });
  });

  test('are reported as unknown where the bucket refuses the check after a lost answer', async () => {
    const model = new R2Model();
    const client = model.client({ after: async ({ method }) => method === 'put' });
    let reads = 0;
    const closing: Bucket = {
      ...client,
      get: async (key) => {
        if (reads++ > 0) throw new BucketProblem('Refused.', 'Ask.');
        return client.get(key);
      },
    };
    await expect(count(closing)).rejects.toThrow(/^Whether sum was changed is not known/);
  });
});
