/**
 * Cross-validates parameters over persons: 10 folds, repeated, choosing by Youden's J (Youden, Index for rating diagnostic
 * tests, 1950).
 */
import { addTo } from '../base/numbers/add-to.ts';
import { Random } from '../base/numbers/random.ts';
import type { ScoredPerson } from './scored-person.ts';

const FOLDS = 10;
const DEALS = 10;
const SEED = 6;

export interface CrossValidation {
  /** Every person once a repetition, by other folds' parameters. */
  readonly unseen: readonly ScoredPerson[];
  /** [index of the choice, folds], most folds first. */
  readonly chosen: readonly (readonly [number, number])[];
}

export function crossValidate(scoredByChoice: readonly (readonly ScoredPerson[])[]): CrossValidation {
  const random = new Random(SEED);
  const everyone = scoredByChoice[0].map((_, person) => person);
  const unseen: ScoredPerson[] = [];
  const foldsByChoice = new Map<number, number>();
  for (let deal = 0; deal < DEALS; deal++) {
    const dealt = random.order(everyone, () => 1);
    for (let fold = 0; fold < FOLDS; fold++) {
      const seen = dealt.filter((_, place) => place % FOLDS !== fold);
      const merits = scoredByChoice.map((scored) => youden(seen.map((person) => scored[person])));
      const best = merits.indexOf(Math.max(...merits));
      addTo(foldsByChoice, best, 1);
      for (let place = fold; place < dealt.length; place += FOLDS) {
        unseen.push(scoredByChoice[best][dealt[place]]);
      }
    }
  }
  return { unseen, chosen: [...foldsByChoice].sort((a, b) => b[1] - a[1]) };
}

function youden(persons: readonly ScoredPerson[]): number {
  let named = 0;
  let right = 0;
  let given = 0;
  for (const { named_work, found_work, right_work } of persons) {
    named += named_work;
    right += right_work;
    if (named_work === 0) given += found_work;
  }
  return right / named - given / (persons.length - named);
}
