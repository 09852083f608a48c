/** Which addresses count as one caller, and which are in a range. */
import { expect, test } from 'vitest';
import { callerNetwork, isWithin } from '#api/domain/networks.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['no address', 'no address'],
])('the caller %s belongs to the network %s', (address, network) => {
  expect(callerNetwork(address)).toBe(network);
});

test.each([
  ['203.0.113.7', [], true],
  ['203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.114.7', ['203.0.113.0/24'], false],
  ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
  ['::ffff:cb00:7107', ['203.0.113.0/24'], true],
  ['2001:db8:12::1', ['203.0.113.0/24', '2001:db8:12::/48'], true],
  ['2001:db8:13::1', ['2001:db8:12::/48'], false],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['203.0.113.7', ['2001:db8::/32'], false],
  ['203.0.113.7', ['0.0.0.0/0'], true],
  ['no address', ['0.0.0.0/0', '::/0'], false],
  ['203.0.113.7', ['no range'], false],
])('the check whether %s is within %j gives %s', (address, ranges, expected) => {
  expect(isWithin(address, ranges)).toBe(expected);
});
