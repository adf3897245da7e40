/** Places found for persons, held against what they said themselves. */

/** What was found for one person; 0 or 1 each. */
export interface JudgedPerson {
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
  /** Of those who named a workplace: who are given one, and who are given the one they named. */
  readonly found_work: number;
  readonly right_work: number;
  /** Right among found, and among all who named one. */
  readonly precision: number;
  readonly found_and_right: number;
  /** Share of all persons. */
  readonly home_found: number;
  readonly home_right: number;
  /** Share of those who named no workplace who are given one away from home. */
  readonly no_work_but_given: number;
}

/** How often places were found, and were right. */
export function summarise(persons: readonly JudgedPerson[]): PlacesEvaluation {
  const count = (of: (person: JudgedPerson) => number | boolean): number =>
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
