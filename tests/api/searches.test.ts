/** Search text reaches the database as a value: it finds what it says, and is never part of a statement. */
import { beforeAll, expect, test } from 'vitest';
import { startTestApp, type Account, type Answer } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
let admin: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  const json = { status: 'published', title: 'Plain', excerpt: 'a', content: '<p>b</p>', author: 'c' };
  const body = { ...json, slug: 'plain', tags: [], featured: false };
  expect(await app.post('/api/blog', body, admin.cookie)).toMatchObject({ status: 200 });
});

const searches = {
  blog: '/api/blog?search=',
  users: '/api/users?search=',
  jobs: '/api/admin/jobs?text=',
  'jobs of one’s own': '/api/jobs?q=',
  payments: '/api/admin/payments?search=',
  'the audit log': '/api/admin/audit?search=',
  messages: '/api/contact-messages?search=',
};
const typed = ["' OR '1'='1", "%' OR true --", "'; DELETE FROM users; --", '\\', '" OR ""="'];

/** The page of the list, whatever it is called. */
const found = ({ body }: Answer): unknown =>
  ['posts', 'users', 'jobs', 'payments', 'entries', 'messages'].map((name) => body[name]).find(Array.isArray);

test.each(Object.entries(searches))(
  'a hostile search of %s finds nothing, and breaks nothing [hostile-search]',
  async (_, place) => {
    const users = await db.user.count();
    for (const words of typed) {
      const answer = await app.get(`${place}${encodeURIComponent(words)}`, admin.cookie);
      expect(answer, answer.text).toMatchObject({ status: 200 });
      expect(found(answer), words).toEqual([]);
    }
    expect(await db.user.count()).toBe(users);
  },
);
