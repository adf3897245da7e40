/** R2 in memory: calls can be delayed, cut off or left unanswered. */

import { md5Of } from '../../../tiles-builder/dataset/checksums.ts';
import {
  AnswerLost,
  type Bucket,
  type Condition,
  type ListedObject,
  type StoredObject,
  WriteConflict,
} from '../../../tiles-builder/publish/bucket.ts';

/** Others write between pages. */
const OBJECTS_PER_PAGE = 4;
const TRIES = 3;

interface ModelCall {
  readonly method: 'get' | 'put' | 'list' | 'remove';
  /** Key, or prefix of a list. */
  readonly key: string;
}

/** A hook that throws ends the call before or after it was applied. */
export interface CallHooks {
  before?(call: ModelCall): Promise<void>;
  /** @returns whether the answer is lost */
  after?(call: ModelCall): Promise<boolean>;
  /**
   * Called before each attempt of a put or removal.
   * @returns a promise to apply the attempt later, or `null`
   */
  late?(call: ModelCall): Promise<void> | null;
}

interface ModelObject extends StoredObject {
  readonly writtenAt_ms: number;
}

/** Calls are atomic, lists page by page. */
export class R2Model {
  readonly objects = new Map<string, ModelObject>();
  now_ms = 0;
  observe: (key: string) => void = () => {};

  client(hooks: CallHooks = {}): Bucket {
    const ask = async <T>(call: ModelCall, apply: () => T, onTry: () => unknown = () => null): Promise<T> => {
      for (let tried = 1; tried <= TRIES; tried++) {
        onTry();
        const late = changes(call) ? hooks.late?.(call) : null;
        if (late) {
          void late.then(apply);
          continue;
        }
        await hooks.before?.(call);
        const answer = apply();
        if (!(await hooks.after?.(call))) return answer;
      }
      throw new AnswerLost(`${call.method} ${call.key}: no answer.`, 'Try again.');
    };
    return {
      trustsLists: true,
      get: (key) => ask({ method: 'get', key }, () => this.#get(key)),
      put: async (key, bytes, condition) => {
        const sent = new Uint8Array(bytes);
        const etag = await ask({ method: 'put', key }, () => this.#put(key, sent, condition));
        if (etag === null) throw new WriteConflict(key);
        return etag;
      },
      list: async (prefix) => {
        const listed: ListedObject[] = [];
        for (;;) {
          const after = listed.at(-1)?.key;
          const page = await ask({ method: 'list', key: prefix }, () => this.#page(prefix, after));
          listed.push(...page);
          if (page.length < OBJECTS_PER_PAGE) return listed;
        }
      },
      remove: async (key) => {
        let tries = 0;
        await ask(
          { method: 'remove', key },
          () => {
            if (this.objects.delete(key)) this.observe(key);
          },
          () => tries++,
        );
        return tries === 1;
      },
      close: async () => {},
    };
  }

  #get(key: string): StoredObject | null {
    const object = this.objects.get(key);
    return object ? { bytes: new Uint8Array(object.bytes), etag: object.etag } : null;
  }

  /** @returns `null` where the condition fails */
  #put(key: string, bytes: Uint8Array, condition?: Condition): string | null {
    const there = this.objects.get(key);
    if (condition && ('ifAbsent' in condition ? there : there?.etag !== condition.ifEtag)) return null;
    const etag = md5Of(bytes);
    this.objects.set(key, { bytes, etag, writtenAt_ms: this.now_ms });
    this.observe(key);
    return etag;
  }

  #page(prefix: string, after: string | undefined): ListedObject[] {
    return [...this.objects]
      .filter(([key]) => key.startsWith(prefix) && (after === undefined || key > after))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, OBJECTS_PER_PAGE)
      .map(([key, { bytes, etag, writtenAt_ms }]) => ({
        key,
        size_bytes: bytes.byteLength,
        etag,
        writtenAt_ms,
      }));
  }
}

const changes = ({ method }: ModelCall): boolean => method === 'put' || method === 'remove';
