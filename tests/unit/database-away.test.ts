/** Which errors mean that the database cannot be reached, shown by real ones. */
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#prisma/client.ts';
import { isDatabaseAway } from '#api/adapters/database-away.ts';
import { createUser } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { freePort } from '#temporal/local/ports.ts';

const { db, url } = await createTestDatabase();
const away = openDatabase(`postgresql://nobody:none@127.0.0.1:${await freePort()}/none`, 1);
afterAll(() => away.$disconnect());

const errorOf = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => null,
    (error: unknown) => error,
  );

test('a database that nobody serves is away, for reads, statements and transactions', async () => {
  expect(isDatabaseAway(await errorOf(() => away.user.count()))).toBe(true);
  expect(isDatabaseAway(await errorOf(() => away.$queryRaw`SELECT 1`))).toBe(true);
  expect(isDatabaseAway(await errorOf(() => away.$transaction([away.user.count()])))).toBe(true);
});

test('a database that ends the connection during a statement is away', async () => {
  const ends = () => db.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())::text`;
  expect(isDatabaseAway(await errorOf(ends))).toBe(true);
});

test('a database that refuses what is asked is not away', async () => {
  const { id, email } = await createUser(db);
  expect(isDatabaseAway(await errorOf(() => createUser(db, { id, email })))).toBe(false);
  expect(isDatabaseAway(await errorOf(() => db.$queryRaw`SELECT 1 / 0`))).toBe(false);
  expect(isDatabaseAway(await errorOf(() => db.$queryRaw`SELECT no_column`))).toBe(false);
  expect(isDatabaseAway(new Error('The page has no button.'))).toBe(false);
  expect(url).not.toBe('');
});
