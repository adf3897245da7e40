/** Shares of persons whose home and workplace are found right, by their own statements. */

/** 0 or 1 each. */
export interface ScoredPerson {
  readonly person: string;
  readonly named_work: number;
  readonly home_found: number;
  readonly home_right: number;
  readonly found_work: number;
  readonly right_work: number;
}

export interface PlacesEvaluation {
  readonly persons: number;
  readonly named_work: number;
  /** Of those with a stated workplace: any found, and the right one found. */
  readonly found_work: number;
  readonly right_work: number;
  /** Of found places, and of all with a stated workplace. */
  readonly precision: number;
  readonly found_and_right: number;
  /** Of all persons. */
  readonly home_found: number;
  readonly home_right: number;
  /** Of those without a stated workplace. */
  readonly no_work_but_given: number;
}

export function summarise(persons: readonly ScoredPerson[]): PlacesEvaluation {
  const count = (of: (person: ScoredPerson) => number | boolean): number =>
    persons.reduce((sum, person) => sum + Number(of(person)), 0);
  const named_work = count((person) => person.named_work);
  const found_work = count((person) => person.named_work && person.found_work);
  const right_work = count((person) => person.right_work);
  return {
    persons: persons.length,
    named_work,
    found_work,
    right_work,
    precision: right_work / found_work,
    found_and_right: right_work / named_work,
    home_found: count((person) => person.home_found) / persons.length,
    home_right: count((person) => person.home_right) / persons.length,
    no_work_but_given:
      count((person) => !person.named_work && person.found_work) / (persons.length - named_work),
  };
}
