/** The table of the client's addresses, which bookmarks and mails may contain, so that a change of them is noticed. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { partOf, partsOf } from '#web/page-parts.ts';
import { currentPlace } from '#web/app/shell/shell-places.ts';
import { pageOf, pages } from '#web/pages.ts';
import { ownPlaces, publicPlaces, type PageName } from '#web/paths.ts';

test('an address that was published stays the same', () => {
  expect({ everybody: publicPlaces, signedIn: ownPlaces }).toMatchInlineSnapshot(`
    {
      "everybody": {
        "accountDeleted": "/account-deleted",
        "blog": "/blog",
        "contact": "/contact",
        "home": "/",
        "paymentReturn": "/payment/return/:token",
        "post": "/blog/:slug",
        "privacy": "/privacy",
        "resetPassword": "/reset-password",
        "services": "/services",
        "signUp": "/sign-up",
        "verifyEmail": "/verify-email",
      },
      "signedIn": {
        "account": "/account",
        "admin": "/admin",
        "apiAccess": "/account/api",
        "apiDocs": "/api-docs",
        "corrections": "/dashboard/jobs/:jobId/correct",
        "dashboard": "/dashboard",
        "job": "/dashboard/jobs/:jobId",
        "jobs": "/dashboard/jobs",
        "mailboxConnected": "/mailbox/connected",
        "portals": "/dashboard/portals",
        "rex": "/rex-soo-submission",
        "schedules": "/account/schedules",
      },
    }
  `);
});

test.each(Object.entries({ ...publicPlaces, ...ownPlaces }) as [PageName, string][])(
  'the page "%s" is the one that its address opens and that is prefetched',
  (name, place) => {
    const address = place.replaceAll(/:\w+/g, 'a%2Fb');
    expect(pageOf(address)).toBe(name);
    expect(pageOf(`${address}?tab=x#part`)).toBe(name);
    expect(Object.keys(pages)).toContain(name);
  },
);

test('an unknown address has no page', () => {
  for (const address of ['/nothing', '/dashboard/jobs/a/b', '/blog/a/b'])
    expect(pageOf(address)).toBeUndefined();
});

test.each(Object.keys(pages) as PageName[])(
  'the code of the page "%s" is in the module of its name',
  (name) => {
    expect(readFileSync('web/pages.ts', 'utf8')).toMatch(
      new RegExp(`\\b${name}: [^;]*?/${partOf(name)}\\.tsx`),
    );
  },
);

test('a page is made of its frame, itself and the open tab', () => {
  const at = (address: string) => partsOf(new URL(address, 'https://chalan.example'));
  expect(at('/dashboard')).toEqual(['shell', 'dashboard-page', 'start-panel']);
  expect(at('/dashboard?tab=credits')).toEqual(['shell', 'dashboard-page', 'credits-tab']);
  for (const unknown of ['nothing', 'constructor', '__proto__'])
    expect(at(`/dashboard?tab=${unknown}`)).toEqual(['shell', 'dashboard-page', 'start-panel']);
  expect(at('/account/api')).toEqual(['shell', 'api-access-page']);
  expect(at('/no-such-page')).toEqual(['site-frame']);
});

test.each([
  ['/dashboard', '', { place: 'start', part: 'page' }],
  ['/dashboard/', '?tab=nothing', { place: 'start', part: 'page' }],
  ['/dashboard', '?tab=credentials', { place: 'portals', part: 'page' }],
  ['/dashboard', '?tab=transactions&page=2', { place: 'credits', part: 'true' }],
  ['/dashboard', '?tab=profile', { place: 'account', part: 'true' }],
  ['/dashboard', '?service=exp-search', { place: 'start', part: 'page' }],
  ['/account', '?tab=security', { place: 'account', part: 'page' }],
  ['/account/schedules', '', { place: 'schedules', part: 'page' }],
  ['/account/api', '', { place: 'api', part: 'page' }],
  ['/api-docs', '', { place: 'api', part: 'true' }],
  ['/admin', '?tab=jobs', { place: 'administration', part: 'true' }],
  ['/accounting', '', null],
])('the place of %s%s is marked in the sidebar', (pathname, search, expected) => {
  expect(currentPlace(pathname, search)).toEqual(expected);
});
