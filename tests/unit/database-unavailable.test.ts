/** Which errors mean that the database cannot be reached, shown by real ones. */
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#prisma/client.ts';
import { isDatabaseUnavailable } from '#api/adapters/database-unavailable.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { onError } from '#api/middleware/errors.ts';
import { createUser } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/until.ts';
import { freePort } from '#temporal/local/ports.ts';

const { db, url } = await createTestDatabase();
const away = openDatabase(`postgresql://nobody:none@127.0.0.1:${await freePort()}/none`, 1);
afterAll(() => away.$disconnect());

const errorOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => null,
    (error: unknown) => error,
  );

/** Nobody else reads the users while `work` runs. */
const withLockedUsers = <Result>(work: () => Promise<Result>): Promise<Result> =>
  db.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`;
      return work();
    },
    { timeout: 60_000 },
  );

test('a database without a server is unavailable, for reads, statements and transactions', async () => {
  expect(isDatabaseUnavailable(await errorOf(() => away.user.count()))).toBe(true);
  expect(isDatabaseUnavailable(await errorOf(() => away.$queryRaw`SELECT 1`))).toBe(true);
  expect(isDatabaseUnavailable(await errorOf(() => away.$transaction([away.user.count()])))).toBe(true);
});

test('a database that ends the connection during a statement is unavailable', async () => {
  const ends = () => db.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())::text`;
  expect(isDatabaseUnavailable(await errorOf(ends))).toBe(true);
});

test('a database that ends the connection during a read is unavailable', async () => {
  const error = await withLockedUsers(async () => {
    const read = errorOf(() => db.user.count());
    await until('the read to wait and to be ended', async () => {
      const ended = await db.$queryRaw<unknown[]>`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%COUNT(*)%users%'`;
      return ended.length > 0;
    });
    return read;
  });
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test('a database that refuses a statement does not count as unavailable', async () => {
  const { id, email } = await createUser(db);
  expect(isDatabaseUnavailable(await errorOf(() => createUser(db, { id, email })))).toBe(false);
  expect(isDatabaseUnavailable(await errorOf(() => db.$queryRaw`SELECT 1 / 0`))).toBe(false);
  expect(isDatabaseUnavailable(await errorOf(() => db.$queryRaw`SELECT no_column`))).toBe(false);
  expect(isDatabaseUnavailable(new Error('The page has no button.'))).toBe(false);
  expect(url).not.toBe('');
});

test('a request whose database is unavailable is asked to try again, and is not reported as an unknown failure', async () => {
  const app = new Hono<AppEnv>()
    .onError(onError({ logger: pino({ level: 'silent' }) }))
    .get('/away', async (c) => c.json({ users: await away.user.count() }))
    .get('/ended', async (c) =>
      c.json(await db.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())::text`),
    )
    .get('/refused', async (c) => c.json(await db.$queryRaw`SELECT 1 / 0`));
  const codeOf = async (place: string) => {
    const answer = await app.request(place);
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  expect(await codeOf('/away')).toEqual([503, 'UNAVAILABLE']);
  expect(await codeOf('/ended')).toEqual([503, 'UNAVAILABLE']);
  expect(await codeOf('/refused')).toEqual([500, 'INTERNAL']);
});
