/** Spellings of a question share a cache entry; two questions never do. */
import { beforeAll, expect, test } from 'vitest';
import { Random } from '../../tiles-builder/base/numbers/random.ts';
import { neighbourOf, type Question, randomQuestion } from '../support/requests/random-question.ts';
import { spellPlainly, spellRandomly } from '../support/requests/spell-question.ts';
import { casesPerSeed, LONG_TIMEOUT, SEEDS, silenceLog, tell } from './full-counts.ts';
import { basic, CALLER, emptyCache, Service, seed, town } from './service.ts';

const SPELLINGS_PER_QUESTION = 9;
const UNLIMITED = { CALLS_PER_KEY: { limit: async () => ({ success: true }) } };

silenceLog();
beforeAll(seed);

const isHit = (response: Response): boolean =>
  response.headers.get('Cache-Status') === 'PopulationCount; hit';

function ask(service: Service, { endpoint }: Question, query: string, random: Random): Promise<Response> {
  const { key, secret } = CALLER;
  return random.chance(0.5)
    ? service.fetch(`/api/v1/${endpoint}?${query}`, { headers: { Authorization: basic(CALLER) } })
    : service.fetch(
        `/api/v1/${endpoint}?${query}&${new URLSearchParams({ apikey: key, apisecret: secret })}`,
      );
}

test.for(SEEDS)('spellings share an entry, questions do not (seed %i)', LONG_TIMEOUT, async (seedOfRun) => {
  const random = new Random(seedOfRun);
  const bindings = { ...UNLIMITED, ...emptyCache(`spellings-${seedOfRun}`) };
  let service = new Service(bindings);
  const asked = new Set<string>();
  const cases = casesPerSeed(20_000);
  let spellings = 0;
  let unserved = 0;
  let question = randomQuestion(town, random);
  while (spellings < cases) {
    const plain = spellPlainly(question);
    const first = await ask(service, question, plain, random);
    const body = await first.text();
    const isNew = !asked.has(`${question.endpoint}?${plain}`);
    asked.add(`${question.endpoint}?${plain}`);
    if (first.status === 200) {
      if (isNew && isHit(first))
        throw new Error(`seed ${seedOfRun}: a hit for a question never asked: ${plain}`);
      for (let i = 0; i < SPELLINGS_PER_QUESTION; i++, spellings++) {
        const query = spellRandomly(question, random);
        const response = await ask(service, question, query, random);
        const answer = await response.text();
        if (
          !isHit(response) ||
          answer !== body ||
          response.headers.get('ETag') !== first.headers.get('ETag')
        ) {
          throw new Error(
            `seed ${seedOfRun}: ${response.status} and no hit for ${query}, another spelling of ${plain}`,
          );
        }
      }
    } else {
      unserved++;
      const response = await ask(service, question, spellRandomly(question, random), random);
      expect([response.status, await response.text()], plain).toEqual([first.status, body]);
    }
    if (random.chance(0.1)) service = new Service(bindings);
    question = random.chance(0.5) ? neighbourOf(question, random) : randomQuestion(town, random);
  }
  expect(unserved).toBeLessThan(asked.size / 10);
  tell(
    `seed ${seedOfRun}: ${spellings} spellings of ${asked.size - unserved} questions, all hits with the same answer; ${unserved} questions cannot be served`,
  );
});
