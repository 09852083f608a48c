/** What cannot be looked up is refused: nobody is admitted because the database did not answer. */
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp();
let admin: Account;
let ana: Account;
beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  ana = await app.signUpAndVerify();
});

/** The database without the query that finds the owner of a session. */
const withoutSessions = new Proxy(app.deps.db, {
  get: (db, name) => {
    if (name !== '$queryRaw') return Reflect.get(db, name) as unknown;
    return (parts: TemplateStringsArray, ...values: unknown[]) =>
      parts.join('').includes('FROM sessions')
        ? Promise.reject(new Error('The connection was lost.'))
        : db.$queryRaw(parts, ...values);
  },
});
const broken = createApp({ ...app.deps, db: withoutSessions });

test.each(['/api/users', '/api/admin/jobs', '/api/admin/payments', '/api/admin/audit', '/api/auth/me'])(
  'a caller whose session cannot be looked up gets nothing: %s [unknown-caller]',
  async (place) => {
    const headers = { cookie: admin.cookie };
    expect((await app.get(place, admin.cookie)).status).toBe(200);
    const answer = await broken.request(place, { headers });
    const text = await answer.text();
    expect([500, 503]).toContain(answer.status);
    expect(text).not.toContain(ana.email);
    expect(text).not.toContain('connection was lost');
  },
);
