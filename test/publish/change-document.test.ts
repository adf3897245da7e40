import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Bucket, BucketProblem, WriteConflict } from '../../tiles-builder/publish/bucket.ts';
import { changeDocument } from '../../tiles-builder/publish/change-document.ts';
import { R2Model } from '../support/buckets/r2-model.ts';
import { addOne, type Sum, sumCodec } from './sum-document.ts';

const KEY = 'sum';
const count = (bucket: Bucket): Promise<Sum> => changeDocument(bucket, KEY, sumCodec, addOne);
const waitNever = (): void => void vi.spyOn(Math, 'random').mockReturnValue(0);
afterEach(() => void vi.restoreAllMocks());

describe('changes', () => {
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
});
