import { expect, test } from 'vitest';
import { BadInput } from '../../../tiles-builder/base/failures/bad-input.ts';

test('names with line breaks and codes of a terminal are printed without them, in the advice, too', () => {
  const { message, advice } = new BadInput(
    'a\nb.csv',
    null,
    'has no column \u001b[2Jx',
    'Did you mean \u009by?',
  );
  expect(message).toBe('a b.csv: has no column  [2Jx');
  expect(advice).toBe('Did you mean  y?');
});
