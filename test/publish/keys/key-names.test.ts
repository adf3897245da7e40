import { expect, test } from 'vitest';
import { printable, requireName } from '../../../tiles-builder/publish/keys/key-names.ts';
import { KeyProblem } from '../../../tiles-builder/publish/keys/key-problem.ts';
import { createKey } from '../../../tiles-builder/publish/keys/manage-keys.ts';
import { R2Model } from '../../support/buckets/r2-model.ts';

test.for([
  'Mairie de Nice, bureau d’études',
  '統計局',
  'می‌خواهم',
  '👩‍💻 team',
  'x'.repeat(100),
  '😀'.repeat(100),
])('a key may be named %s', (name) => {
  expect(requireName(name)).toBe(name);
  expect(printable(name)).toBe(name);
});

test.for([
  ['', /needs a name/],
  [' \u00a0', /needs a name/],
  ['two\nlines', /"two\\u000alines" holds control characters/],
  ['two\u2028lines', /\\u2028/],
  ['\u001b[2Jcleared', /"\\u001b\[2Jcleared"/],
  ['\u009b2J', /\\u009b2J/],
  ['\u202egnp.exe', /\\u202e/],
  ['\ud800', /\\ud800/],
  ['tab\tbed', /\\u0009/],
  ['x'.repeat(101), /has 101 characters/],
] as const)('a key cannot be named %j', async ([name, found]) => {
  const model = new R2Model();
  const refused = await createKey(model.client(), name).catch((cause) => cause);
  expect(refused).toBeInstanceOf(KeyProblem);
  expect(refused.message).toMatch(found);
  expect(refused.message).not.toMatch(/[\p{Cc}\u2028\u202e\ud800]/u);
  expect(model.objects.size).toBe(0);
});

test('JSON stays the same JSON where it is made printable', () => {
  const names = ['a\u0000b', '\u007f\u0085\u009b', 'x\u2028y', '\u202e\u{e0001}', 'plain "quoted" \\'];
  const text = printable(JSON.stringify({ names }));
  expect(JSON.parse(text)).toEqual({ names });
  expect(text).toMatch(/^[ -~]*$/);
});
