import { expect, test } from 'vitest';
import { fnv1a } from '../../src/format/fnv1a.ts';

test('hashes as the authors of FNV publish it (draft-eastlake-fnv, test vectors of 32-bit FNV-1a)', () => {
  expect(fnv1a('')).toBe(0x811c9dc5);
  expect(fnv1a('a')).toBe(0xe40c292c);
  expect(fnv1a('foobar')).toBe(0xbf9cf968);
});
