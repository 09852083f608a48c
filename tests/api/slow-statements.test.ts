/** A statement that takes too long ends with a refusal that asks to come again, whatever kind of query it is. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { openDatabase } from '#prisma/client.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

/** Short, so that the test is; the product's limit is `limits.statementMsMax`. */
const STATEMENT_MS = 500;
/** Longer than any limit of a call. */
const SLEEP_S = 120;
const CONNECTIONS_MAX = 4;

const app = await startTestApp();
const db = openDatabase(app.deps.env.DATABASE_URL, CONNECTIONS_MAX, { statementMs: STATEMENT_MS });
const bounded = createApp({ ...app.deps, db });
const holder = new pg.Client({ connectionString: app.deps.env.DATABASE_URL });

let ana: Account;
let admin: Account;
beforeAll(async () => {
  ana = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
  await holder.connect();
});
afterEach(async () => {
  await holder.query('ROLLBACK');
});
afterAll(async () => {
  await holder.end();
  await db.$disconnect();
});

/** Keeps everybody else from the table until the test ends. */
async function hold(table: string): Promise<void> {
  await holder.query('BEGIN');
  await holder.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
}

const refusal = { success: false, code: 'UNAVAILABLE', requestId: expect.any(String) as string };

describe('slow statements', () => {
  test.each([
    ['in the look-up of the session', 'sessions', '/api/auth/me', {}],
    ['in a list', 'api_tokens', '/api/api-tokens', {}],
    [
      'in a change',
      'contact_messages',
      '/api/contact',
      {
        method: 'POST',
        body: JSON.stringify({
          name: 'Ana',
          email: 'ana@example.test',
          subject: 'general',
          message: 'Hello',
        }),
      },
    ],
  ])(
    'a statement that takes too long %s ends with 503 in the envelope [slow-statement]',
    async (_, table, path, call) => {
      const ask = () =>
        bounded.request(path, {
          ...call,
          headers: { cookie: ana.cookie, 'content-type': 'application/json' },
        });
      await hold(table);
      const refused = await ask();
      expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining(refusal)]);
      await holder.query('ROLLBACK');
      expect((await ask()).status).toBe(200);
    },
  );

  test('a statement that takes longer than its own call allows ends with 503, which says what to do', async () => {
    const ask = () => bounded.request('/api/users', { headers: { cookie: admin.cookie } });
    expect((await ask()).status).toBe(200);
    await hold('ledger_accounts');
    const refused = await ask();
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({
        ...refusal,
        message: expect.stringContaining('choose fewer days') as string,
      }),
    ]);
  });

  test('the time that a call allows ends its own statements only, not later ones of the same connection', async () => {
    const short = withStatementLimit(
      app.deps.db,
      STATEMENT_MS,
      (tx) => tx.$queryRaw`SELECT pg_sleep(${SLEEP_S})::text`,
    );
    await expect(short).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    const [setting] = await app.deps.db.$queryRaw<{ statement_timeout: string }[]>`SHOW statement_timeout`;
    expect(setting?.statement_timeout).toBe('30s');
  });
});

test('an error that only mentions the number of the code is not reported as a statement that took too long', async () => {
  const broken = withStatementLimit(
    db,
    STATEMENT_MS,
    (tx) => tx.$queryRaw`SELECT ${'57014x'}::text::integer`,
  );
  await expect(broken).rejects.not.toMatchObject({ code: 'UNAVAILABLE' });
});

test('a process opens no more connections than it is allowed, however much is asked at once', async () => {
  const url = new URL(app.deps.env.DATABASE_URL);
  url.searchParams.set('application_name', 'counted');
  const counted = openDatabase(url.href, CONNECTIONS_MAX);
  const asked = Array.from(
    { length: CONNECTIONS_MAX * 5 },
    () => counted.$queryRaw`SELECT pg_sleep(0.05)::text`,
  );
  await Promise.all(asked);
  const { rows } = await holder.query<{ open: string }>(
    "SELECT count(*) AS open FROM pg_stat_activity WHERE application_name = 'counted'",
  );
  expect(Number(rows[0]?.open)).toBe(CONNECTIONS_MAX);
  await counted.$disconnect();
});
