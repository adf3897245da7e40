/** Cross-validation over persons: what parameters do for persons who had no say in choosing them. */
import { addTo } from '../numbers/add-to.ts';
import { Random } from '../numbers/random.ts';
import type { JudgedPerson } from './judged-person.ts';

const FOLDS = 10;
/** Persons are dealt to folds anew so many times, so that no one lucky deal decides. */
const DEALS = 10;
const SEED = 6;

export interface CrossValidation {
  /** Every person once a deal, judged by parameters that were chosen on the other folds. */
  readonly unseen: readonly JudgedPerson[];
  /** How many folds chose which parameters, most first: [index of the choice, folds]. */
  readonly chosen: readonly (readonly [number, number])[];
}

/**
 * Chooses, fold by fold, the parameters that do best for all other folds by Youden's J: right among all who named a
 * workplace, less those given one among all who named none (Youden: Index for rating diagnostic tests, 1950).
 * @param judgedByChoice for each choice of parameters all persons, in the same order
 */
export function crossValidate(judgedByChoice: readonly (readonly JudgedPerson[])[]): CrossValidation {
  const random = new Random(SEED);
  const everyone = judgedByChoice[0].map((_, person) => person);
  const unseen: JudgedPerson[] = [];
  const foldsByChoice = new Map<number, number>();
  for (let deal = 0; deal < DEALS; deal++) {
    const dealt = random.order(everyone, () => 1);
    for (let fold = 0; fold < FOLDS; fold++) {
      const seen = dealt.filter((_, place) => place % FOLDS !== fold);
      const merits = judgedByChoice.map((judged) => youden(seen.map((person) => judged[person])));
      const best = merits.indexOf(Math.max(...merits));
      addTo(foldsByChoice, best, 1);
      for (let place = fold; place < dealt.length; place += FOLDS) {
        unseen.push(judgedByChoice[best][dealt[place]]);
      }
    }
  }
  return { unseen, chosen: [...foldsByChoice].sort((a, b) => b[1] - a[1]) };
}

function youden(persons: readonly JudgedPerson[]): number {
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
