/** The second bank that `npm start` has: added once, kept as administrators change it, and found where the sandbox is. */
import { expect, test } from 'vitest';
import { seedBank } from '#prisma/seed-bank.ts';
import { startTestApp } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db } = app.deps;
const KEY = 'delta-bank';
const deskAt = (port: number): string => `http://desk.delta-bank.localhost:${port}/bank-ci-delta`;

test('the second bank of the stack is added once, keeps administrators’ changes, and follows the sandbox', async () => {
  const admin = await app.signUpAndVerify({ isAdmin: true });
  const seedAt = (port: number): Promise<void> =>
    seedBank({ ...app.deps, env: { ...app.deps.env, SANDBOX_URL: `http://127.0.0.1:${port}` } }, admin.id);
  const bank = () => db.bank.findUniqueOrThrow({ where: { key: KEY } });
  await Promise.all([seedAt(4100), seedAt(4100)]);
  expect(await bank()).toMatchObject({ address: deskAt(4100), isEnabled: true, hasDesk: true });
  await db.bank.update({ where: { key: KEY }, data: { isEnabled: false, nameEn: 'Delta Bank PLC' } });
  await seedAt(4100);
  await seedAt(4101);
  expect(await bank()).toMatchObject({ address: deskAt(4101), isEnabled: false, nameEn: 'Delta Bank PLC' });
  const place = await db.portalState.findUniqueOrThrow({ where: { portal: `bank-ci:${KEY}` } });
  expect(place).toMatchObject({ address: deskAt(4101), hasAddress: true });
  const log = await db.auditEntry.findMany({ where: { subject: `bank/${KEY}` }, orderBy: { at: 'asc' } });
  expect(log.map(({ action }) => action).sort()).toEqual([
    'bank added',
    'bank address set',
    'bank address set',
  ]);

  const elsewhere = 'https://desk.bank.example';
  await db.bank.update({ where: { key: KEY }, data: { address: elsewhere } });
  await seedAt(4102);
  expect(await bank()).toMatchObject({ address: elsewhere });
});
