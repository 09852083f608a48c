/** What remains of a deleted customer's secrets cannot be opened, wherever a copy of them was kept. */
import { beforeAll, expect, test } from 'vitest';
import { openCredential } from '#api/domain/portals/credentials.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import { beginSecondFactor } from '#api/domain/accounts/second-factor.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { ownSystems } from '#tests/api/integrations/own-systems.ts';

const portal = 'bangladesh_bank_exp' as const;
const app = await startTestApp();
const { db, vault } = app.deps;
let ana: Account;
beforeAll(async () => {
  ana = await app.signUpAndVerify();
});

test("a copy of a deleted customer's sealed columns cannot be opened any more [deleted-customer-stays-sealed]", async () => {
  const login = { consent: true, portalName: portal, username: 'exporter1', password: 'S3cret-pässword' };
  expect(await app.post('/api/credentials/save', login, ana.cookie)).toMatchObject({ status: 200 });
  await beginSecondFactor(app.deps, { id: ana.id, email: ana.email, isAdmin: false });
  const { webhookId } = await ownSystems(app.deps, ana.id, 'whsec');
  const where = { userId: ana.id };
  const credential = await db.portalCredential.findUniqueOrThrow({
    where: { userId_portal: { ...where, portal } },
  });
  const factor = await db.secondFactor.findUniqueOrThrow({ where });
  const webhook = await db.webhook.findUniqueOrThrow({ where: { id: webhookId } });
  await db.secondFactor.delete({ where });
  const open = async () => [
    (await openCredential(app.deps, { ...where, portal }))?.password,
    await vault.open(db, webhook.secret, sealBindings.webhook(webhook)),
    (await vault.open(db, factor.secret, sealBindings.secondFactor(ana.id))).length,
  ];
  expect(await open()).toEqual([login.password, 'whsec', 28]);

  const answer = await app.post(
    `/api/users/${ana.id}/delete-account`,
    { currentPassword: ana.password, email: ana.email },
    ana.cookie,
  );
  expect(answer.status).toBe(200);
  expect(await db.dataKey.count({ where })).toBe(0);
  // Restores the tables that hold the secrets, as from a backup.
  await db.portalCredential.create({ data: credential });
  await expect(openCredential(app.deps, { ...where, portal })).rejects.toThrow('destroyed with its owner');
  await expect(vault.open(db, webhook.secret, sealBindings.webhook(webhook))).rejects.toThrow('destroyed');
  await expect(vault.open(db, factor.secret, sealBindings.secondFactor(ana.id))).rejects.toThrow('destroyed');
  // The customer gets no other key.
  await expect(vault.seal(db, 'late', sealBindings.secondFactor(ana.id))).rejects.toThrow('deleted');
});
