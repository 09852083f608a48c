/** Which hosts a session reaches beside that of the portal's address: configured ones, or those of the public address. */
import { expect, test } from 'vitest';
import { portalHosts } from '#activities/portals/portals.ts';
import type { PortalPlace } from '#contracts/portals/practice-portals.ts';
import { testEnv } from '#tests/harness/app.ts';

const hostsOf = (place: PortalPlace, given: Record<string, string>): string[] => {
  const own = { DATABASE_URL: 'postgresql://nobody@127.0.0.1/none', FILES_DIR: '/tmp', MAILBOX_DIR: '/tmp' };
  return portalHosts(place, testEnv({ ...own, ...given })).map(({ url, role }) => `${role} ${url}`);
};

test('a portal at its public address leads to the hosts that are known of it, each for its purpose', () => {
  expect(hostsOf('damco', {})).toEqual(['sign-in https://auth.damco.com', 'work https://booking.damco.com']);
  expect(hostsOf('cpa', {})).toEqual([]);
});

test('a portal at another address leads to no host that was not configured with it', () => {
  const DAMCO_URL = 'http://127.0.0.1:3900/damco';
  expect(hostsOf('damco', { DAMCO_URL })).toEqual([]);
  expect(hostsOf('damco', { DAMCO_URL, DAMCO_HOSTS: 'sign-in=auth.damco.localhost:3900' })).toEqual([
    'sign-in http://auth.damco.localhost:3900',
  ]);
});

test('configured hosts take the place of those that are known', () => {
  expect(hostsOf('damco', { DAMCO_HOSTS: 'sign-in=login.damco.com,load=captcha.example' })).toEqual([
    'sign-in https://login.damco.com',
    'load https://captcha.example',
  ]);
});

test('a practice portal leads to no further host', () => {
  const practice = { PRACTICE_PORTALS_URL: 'https://practice.example', DAMCO_HOSTS: 'auth.damco.com' };
  expect(hostsOf('practice:damco', practice)).toEqual([]);
});
