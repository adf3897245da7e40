import { expect, test } from 'vitest';
import { addressBlock } from '../../src/request/address-block.ts';

test.for([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::'],
  ['2001:db8::1', '2001:db8:0:0::'],
  ['2001:db8:0:0:1::1', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
  ['', ''],
] as const)('%s is counted as %s', ([address, block]) => {
  expect(addressBlock(address)).toBe(block);
});
