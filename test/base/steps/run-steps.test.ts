/** Random steps, interrupted anywhere, against those of one run. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runSteps } from '../../../tiles-builder/base/steps/run-steps.ts';
import { nameSteps, type Step } from '../../../tiles-builder/base/steps/step.ts';
import { StepsFolder } from '../../../tiles-builder/base/steps/steps-folder.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';

const scratch = temporaryFolder();

/** `null`: one piece. */
interface Plan {
  readonly needs: readonly number[];
  readonly parts: number | null;
}
const THREADS = 2;

const plans: fc.Arbitrary<Plan[]> = fc
  .array(
    fc.record({
      needs: fc.array(fc.nat(9), { maxLength: 3 }),
      parts: fc.option(fc.nat(5)),
    }),
    {
      minLength: 1,
      maxLength: 7,
    },
  )
  .map((drawn) =>
    drawn.map(({ needs, parts }, i) => ({
      parts,
      needs: i === drawn.length - 1 ? [...drawn.keys()].slice(0, i) : needs.filter((need) => need < i),
    })),
  );

class BrokenOff extends Error {}

/** @param made counts by part */
function stepsOfPlan(plan: readonly Plan[], made: Map<string, number>, breaksAt = Infinity): Step[] {
  let begun = 0;
  const steps: Step[] = [];
  for (const [i, { needs, parts }] of plan.entries()) {
    const name = `step-${'abcdefg'[i]}`;
    const needed = [...new Set(needs)].map((need) => steps[need]);
    steps.push({
      name,
      module: import.meta.url,
      from: i,
      needs: needed,
      ...(parts !== null && {
        parts: async () => Array.from({ length: parts }, (_, part) => `part-${part}`),
      }),
      begin: async ({ folderOf, partsOf }) => {
        const inputs = needed.map((need) =>
          need.parts
            ? partsOf(need).map((folder) => readFileSync(join(folder, 'text'), 'utf8'))
            : readFileSync(join(folderOf(need), 'text'), 'utf8'),
        );
        return async (folder, part) => {
          await setImmediate();
          const text = `${name} ${part} of ${JSON.stringify(inputs)}`;
          if (++begun === breaksAt) {
            writeFileSync(join(folder, 'text'), text.slice(0, 5));
            throw new BrokenOff();
          }
          writeFileSync(join(folder, 'text'), text);
          made.set(`${name} ${part}`, (made.get(`${name} ${part}`) ?? 0) + 1);
        };
      },
    });
  }
  return steps;
}

async function run(path: string, steps: readonly Step[], removesUsed = false): Promise<void> {
  const folder = new StepsFolder(path);
  try {
    await runSteps(steps.at(-1)!, folder, {
      removesUsed,
      nameOf: nameSteps(() => 'code'),
      threads: THREADS,
      progress: () => {},
      tellStep: () => {},
    });
  } finally {
    folder.close();
  }
}

const filesIn = (path: string): Map<string, string> =>
  new Map(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('at-work'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(path.length), readFileSync(file, 'utf8')]),
  );

const alone = async (plan: readonly Plan[]): Promise<Map<string, string>> => {
  const path = mkdtempSync(join(scratch, 'alone-'));
  await run(path, stepsOfPlan(plan, new Map()));
  return filesIn(path);
};

describe('steps', () => {
  test('broken off anywhere go on from there: nothing that was complete is made again', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.array(fc.integer({ min: 1, max: 6 })), async (plan, breaks) => {
        const path = mkdtempSync(join(scratch, 'broken-'));
        const made = new Map<string, number>();
        for (const breaksAt of [...breaks, Infinity]) {
          await run(path, stepsOfPlan(plan, made, breaksAt)).catch((error: unknown) => {
            expect(error).toBeInstanceOf(BrokenOff);
          });
        }
        expect(filesIn(path)).toEqual(await alone(plan));
        expect([...made.values()].every((times) => times === 1)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  test('that are removed when nothing needs them any more leave the last and what it needs', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.array(fc.integer({ min: 1, max: 6 })), async (plan, breaks) => {
        const chain = plan.map(({ parts }, i) => ({
          parts,
          needs: i === 0 ? [] : [i - 1],
        }));
        const path = mkdtempSync(join(scratch, 'used-'));
        const made = new Map<string, number>();
        for (const breaksAt of [...breaks, Infinity]) {
          await run(path, stepsOfPlan(chain, made, breaksAt), true).catch((error: unknown) => {
            expect(error).toBeInstanceOf(BrokenOff);
          });
        }
        const all = await alone(chain);
        const nameOf = nameSteps(() => 'code');
        const kept = stepsOfPlan(chain, new Map()).slice(-2).map(nameOf);
        expect(
          readdirSync(path)
            .filter((name) => name !== 'at-work')
            .sort(),
        ).toEqual(kept.sort());
        for (const [file, text] of filesIn(path)) expect(text).toBe(all.get(file));
        expect([...made.values()].every((times) => times === 1)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });
});

test('a part of a complete step that is lost is made again, and never taken for nothing', async () => {
  const plan: Plan[] = [
    { needs: [], parts: 3 },
    { needs: [0], parts: null },
  ];
  const path = mkdtempSync(join(scratch, 'lost-'));
  const [parted, last] = stepsOfPlan(plan, new Map());
  await run(path, [parted!, last!]);
  const before = filesIn(path);
  const nameOf = nameSteps(() => 'code');
  rmSync(join(path, nameOf(parted!), 'part-1'), { recursive: true });
  rmSync(join(path, nameOf(last!)), { recursive: true });
  const made = new Map<string, number>();
  await run(path, stepsOfPlan(plan, made));
  expect(filesIn(path)).toEqual(before);
  expect([...made.keys()]).toEqual(['step-a part-1', `step-b step-b`]);
});

test('other code, other settings and other needs are other steps', () => {
  const step = (from: unknown, needs: readonly Step[] = []): Step => ({
    ...stepsOfPlan([{ needs: [], parts: null }], new Map())[0],
    from,
    needs,
  });
  const names = [
    nameSteps(() => 'code')(step(1)),
    nameSteps(() => 'other code')(step(1)),
    nameSteps(() => 'code')(step(2)),
    nameSteps(() => 'code')(step(1, [step(1)])),
    nameSteps(() => 'code')(step(1, [step(2)])),
  ];
  expect(new Set(names).size).toBe(5);
  expect(nameSteps(() => 'code')(step(1))).toBe(names[0]);
});
