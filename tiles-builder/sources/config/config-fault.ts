/**
 * Turns issues of valibot in a configuration into one message with the nearest known name; builds schemas whose messages list
 * these names.
 */
import * as v from 'valibot';
import { didYouMean } from '../../base/failures/nearest-name.ts';

interface Fault {
  /** Path of the setting, as `census.population`; `null` for the whole. */
  readonly where: string | null;
  readonly reason: string;
  readonly advice: string | null;
}

const OFFER = '\u0000';
const MOST_SHOWN = 60;

export const expected = (what: string, words: readonly string[]): string => [what, ...words].join(OFFER);

export const object = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, () => expected('an object', Object.keys(entries)));

export const oneOf = (words: readonly string[]) => (): string =>
  expected(`one of ${words.join(', ')}`, words);

/** Accepts one item or a non-empty list, and reports faults of the given kind. */
export const oneOrSeveral = <Schema extends v.GenericSchema>(one: Schema) => {
  const several = v.pipe(v.array(one), v.minLength(1, 'a list of at least one'));
  return v.lazy((input): Schema | typeof several => (Array.isArray(input) ? several : one));
};

/** Prefers an unknown name, which may explain a missing one. */
export function faultOf(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): Fault {
  const issue = issues.find(isUnknownName) ?? issues[0];
  const where = v.getDotPath(issue);
  const [what, ...known] = issue.message.split(OFFER);
  const field = String(issue.path?.at(-1)?.key);
  if (isUnknownName(issue)) {
    return { where, reason: 'there is no such field', advice: didYouMean(field, known) };
  }
  if (issue.input === undefined) {
    return { where, reason: 'is missing', advice: issue.type === 'variant' ? didYouMean('', known) : null };
  }
  const shown = JSON.stringify(issue.input);
  const received = shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown;
  const advice = typeof issue.input === 'string' ? didYouMean(issue.input, known) : null;
  return { where, reason: `expects ${what}, and has ${received}`, advice };
}

const isUnknownName = ({ type, expected }: v.BaseIssue<unknown>): boolean =>
  type === 'strict_object' && expected === 'never';
