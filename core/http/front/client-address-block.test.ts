import { expect, it } from 'vitest';
import { addressBlock } from './client-address-block.js';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
