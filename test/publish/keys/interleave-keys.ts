/** Interleaves creation, revocation and rotation of keys, with seeded delays, lost answers and crashes. */
import { KEY_PARTS, keyPartName, readKeyPart } from '../../../src/request/key-document.ts';
import { KeyTable } from '../../../src/request/key-table.ts';
import { Random } from '../../../tiles-builder/base/numbers/random.ts';
import { type Bucket, BucketProblem } from '../../../tiles-builder/publish/bucket.ts';
import { initialiseKeys } from '../../../tiles-builder/publish/keys/key-parts.ts';
import { KeyProblem } from '../../../tiles-builder/publish/keys/key-problem.ts';
import {
  type Credentials,
  createKey,
  retireSecrets,
  revokeKey,
  rotateKey,
} from '../../../tiles-builder/publish/keys/manage-keys.ts';
import { R2Model } from '../../support/buckets/r2-model.ts';
import { entriesIn, isSecretOf } from './key-store.ts';

const PROCESSES = 4;
const CHANGES_PER_PROCESS = 4;
const CHANCE_OF_LOST_ANSWER = 0.15;
/** Per call; the first change makes sixty. */
const CHANCES_OF_CRASH = [0, 0.002, 0.02];

class Crash extends Error {}

type Kind = 'create' | 'revoke' | 'rotate' | 'retire';

/** As observed by its client. */
interface Change {
  readonly kind: Kind;
  /** Rank among all begins and ends. */
  readonly begin: number;
  end: number;
  /** `null` for an unacknowledged creation. */
  key: string | null;
  done: boolean;
  secret: string | null;
}

/** @returns violations */
export async function interleaveKeys(seed: number): Promise<string[]> {
  const random = new Random(seed);
  const model = new R2Model();
  const changes: Change[] = [];
  const broken: string[] = [];
  const chanceOfCrash = CHANCES_OF_CRASH[random.integer(0, CHANCES_OF_CRASH.length - 1)];
  let moment = 0;

  const run = async (
    kind: Kind,
    key: string | null,
    make: () => Promise<Credentials | null>,
  ): Promise<void> => {
    const change: Change = { kind, begin: moment++, end: Infinity, key, done: false, secret: null };
    changes.push(change);
    try {
      const made = await make();
      change.key = made?.key ?? key;
      change.secret = made?.secret ?? null;
      change.done = true;
    } catch (cause) {
      // Nothing is ever lost here.
      if (cause instanceof KeyProblem && !cause.message.includes('was revoked')) broken.push(cause.message);
      else if (!(cause instanceof KeyProblem || cause instanceof BucketProblem)) throw cause;
    } finally {
      change.end = moment++;
    }
  };

  const process = async (number: number): Promise<void> => {
    const crashOrWait = async (): Promise<void> => {
      if (random.chance(chanceOfCrash)) throw new Crash();
      await new Promise((resolve) => setTimeout(resolve, random.integer(0, 3)));
    };
    const client = model.client({
      before: crashOrWait,
      after: async () => {
        await crashOrWait();
        return random.chance(CHANCE_OF_LOST_ANSWER);
      },
    });
    for (let made = 0; made < CHANGES_PER_PROCESS; made++) {
      const known = changes.flatMap(({ kind, key, done }) => (kind === 'create' && done && key ? [key] : []));
      const key = known[random.integer(0, known.length - 1)];
      const kind = random.pick<Kind>([
        ['create', 3],
        ['revoke', 2],
        ['rotate', 3],
        ['retire', 1],
      ]);
      if (kind === 'create' || key === undefined) {
        await run('create', null, () => createKey(client, `process ${number}`));
      } else if (kind === 'rotate') await run(kind, key, () => rotateKey(client, key));
      else if (kind === 'revoke') await run(kind, key, () => revokeKey(client, key).then(() => null));
      else await run(kind, key, () => retireSecrets(client, key).then(() => null));
    }
  };
  const dieAlone = (cause: unknown): void => {
    if (!(cause instanceof Crash)) throw cause;
  };
  if (random.chance(0.5)) await initialiseKeys(model.client());
  await Promise.all(Array.from({ length: PROCESSES }, (_, number) => process(number).catch(dieAlone)));
  return [
    ...broken,
    ...(await brokenPromises(model.client(), changes).catch((cause) => [
      `the keys cannot be read: ${cause}`,
    ])),
  ];
}

async function brokenPromises(bucket: Bucket, changes: readonly Change[]): Promise<string[]> {
  const broken: string[] = [];
  if (!changes.some(({ done }) => done)) return broken;
  const entries = new Map((await entriesIn(bucket)).map((entry) => [entry.key, entry]));
  const tables = await Promise.all(
    Array.from({ length: KEY_PARTS }, async (_, part) => {
      const stored = await bucket.get(keyPartName(part));
      return new KeyTable((await readKeyPart(part, stored!.bytes)).keys);
    }),
  );
  for (const change of changes) {
    const { kind, key, done, secret } = change;
    if (!done || key === null) continue;
    const entry = entries.get(key);
    if (!entry) {
      broken.push(`${kind} of ${key} was acknowledged, but there is no such key`);
      continue;
    }
    const others = changes.filter(
      (other) => other !== change && other.key === key && other.end > change.begin,
    );
    const isOf = (...kinds: Kind[]) => others.filter((other) => kinds.includes(other.kind)).length;
    if (kind === 'revoke') {
      const opens = tables.some((table) => table.find(key) !== null);
      if (entry.revoked_at === null || entry.secrets.length > 0 || opens) {
        broken.push(`${key} opens though it was revoked`);
      }
    }
    if (kind === 'retire' && isOf('rotate') === 0 && entry.secrets.length > 1) {
      broken.push(`${key} has secrets that were retired`);
    }
    // Ends with revocation, the second rotation, or the first that a retirement follows.
    const mayBeGone = isOf('revoke') > 0 || isOf('rotate') > 1 || (isOf('rotate') > 0 && isOf('retire') > 0);
    if (secret !== null && !mayBeGone && !isSecretOf(entry, secret)) {
      broken.push(`${kind} of ${key} was acknowledged, but its secret does not open`);
    }
  }
  return broken;
}
