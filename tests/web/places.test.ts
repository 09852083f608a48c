/** The table of the client's addresses, which bookmarks and mails may contain, so that a change of them is noticed. */
import { expect, test } from 'vitest';
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
