/** The list of banks: what administrators may enter, what two of them must agree on, and what customers may start. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkedDesk, requireReachable } from '#api/domain/portals/bank-addresses.ts';
import type { BankEntry } from '#contracts/calls/banks-answers.ts';
import { startTestApp, type Account, type Answer } from '#tests/harness/app.ts';
import { bankCalls, CLAIMS_SERVICE } from '#tests/harness/banks.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { asked } from '#tests/harness/second-administrator.ts';

const app = await startTestApp();
const { db } = app.deps;
const banks = bankCalls(app);
const ADDRESS = 'http://127.0.0.1:9/desk';
let admins: [Account, Account];
let ana: Customer;

beforeAll(async () => {
  admins = [await app.signUpAndVerify({ isAdmin: true }), await app.signUpAndVerify({ isAdmin: true })];
  ana = await newCustomer(app);
  await db.portalState.upsert({
    where: { portal: 'bank-ci' },
    create: { portal: 'bank-ci', hasAddress: true },
    update: { hasAddress: true },
  });
});

afterAll(async () => {
  await db.bank.updateMany({ where: { key: { not: 'lien-bank' } }, data: { isEnabled: false } });
});

const listed = async (key: string): Promise<BankEntry> => {
  const { body } = await app.get('/api/admin/banks', admins[0].cookie);
  const found = (body['banks'] as BankEntry[]).find((bank) => bank.key === key);
  if (!found) throw new Error(`${key} is not listed.`);
  return found;
};

const impliedFor = async ({ cookie }: Customer): Promise<unknown> =>
  (await app.get('/api/banks', cookie)).body['impliedKey'];

async function refused(given: Parameters<typeof banks.start>[1], code: string): Promise<void> {
  expect((await banks.start(ana, given)).body['code']).toBe(code);
  expect(await ana.traces()).toEqual({ jobs: 0, rows: 0, reservations: 0, transfers: 0 });
}

describe('addresses of desks', () => {
  test('the address of a desk is in force only when a second administrator has confirmed it, and so is a change of it', async () => {
    const [one, other] = admins;
    expect(await banks.add('meghna', one)).toMatchObject({ status: 200 });
    expect(await banks.change('meghna', one)).toMatchObject({ status: 200 });
    const request = await asked(banks.propose('meghna', `${ADDRESS}/`, one));
    expect(await listed('meghna')).toMatchObject({
      address: null,
      state: 'notConnected',
      pending: { address: ADDRESS },
    });
    await banks.saveLogin(ana, 'padma', 'meghna');
    await refused({ bankKey: 'meghna' }, 'SERVICE_NOT_CONNECTED');
    expect(await banks.confirm(request, one)).toMatchObject({ body: { code: 'APPROVAL_OWN' } });
    expect(await banks.confirm(request, other)).toMatchObject({ status: 200 });
    expect(await listed('meghna')).toMatchObject({ address: ADDRESS, state: 'up', pending: null });
    const { proposedBy, confirmedBy } = await db.bank.findUniqueOrThrow({ where: { key: 'meghna' } });
    expect([proposedBy, confirmedBy]).toEqual([one.id, other.id]);

    const again = await asked(banks.propose('meghna', 'http://127.0.0.1:9/moved', one));
    expect(await listed('meghna')).toMatchObject({ address: ADDRESS });
    const rival = await asked(banks.propose('meghna', 'http://127.0.0.1:9/elsewhere', other));
    expect(await banks.confirm(again, other)).toMatchObject({ status: 200 });
    expect(await banks.confirm(rival, one)).toMatchObject({ body: { code: 'APPROVAL_OUTDATED' } });
    expect(await listed('meghna')).toMatchObject({ address: 'http://127.0.0.1:9/moved' });
    const log = await db.auditEntry.findMany({ where: { subject: 'bank/meghna' } });
    expect(log.filter(({ action }) => action === 'bank address set')).toHaveLength(2);
  });

  test.each([
    ['http://desk.bank.example', '', 'must begin with https'],
    ['https://user@desk.bank.example', '', 'no login'],
    ['https://desk.bank.example/?to=1', '', 'question mark'],
    ['https://10.0.0.8/desk', '', 'private network'],
    ['https://intranet/desk', '', 'private network'],
    ['https://desk.bank.example', 'sign-in=127.0.0.1', 'private network'],
    ['https://desk.bank.example', 'typing=auth.example', 'each further host once'],
  ])('in production is not %s with the hosts "%s"', async (address, hosts, said) => {
    const production = { ...app.deps.env, NODE_ENV: 'production' as const };
    await expect(checkedDesk({ env: production, db }, 'meghna', { address, hosts })).rejects.toThrow(said);
  });

  test('in production, the address of a desk cannot be a host whose name leads to a private network', async () => {
    const desk = { address: 'https://desk.localhost', hosts: '' };
    await expect(requireReachable({ NODE_ENV: 'production' }, desk)).rejects.toMatchObject({
      code: 'BANK_ADDRESS_REFUSED',
    });
  });

  test('the address of a desk is not that of another bank, and not set here for the first bank or one without a desk', async () => {
    const [one] = admins;
    await banks.add('jamuna', one);
    const { address } = await listed('meghna');
    expect(await banks.propose('jamuna', address ?? '', one)).toMatchObject({ status: 422 });
    await banks.change('jamuna', one, { hasDesk: false });
    expect(await banks.propose('jamuna', ADDRESS, one)).toMatchObject({ status: 422 });
    expect(await banks.propose('lien-bank', ADDRESS, one)).toMatchObject({ status: 422 });
    expect(await banks.propose('unknown', ADDRESS, one)).toMatchObject({ body: { code: 'BANK_UNKNOWN' } });
  });
});

describe('changes of a bank', () => {
  test('a change made from a bank that another administrator has changed since is refused', async () => {
    const [one, other] = admins;
    await banks.add('korotoa', one);
    await banks.change('korotoa', one);
    const { nameEn, nameBn, hasDesk, isEnabled } = await listed('korotoa');
    const known = { nameEn, nameBn, hasDesk, isEnabled };
    const rename = (name: string): Promise<Answer> =>
      app.request('/api/admin/banks/korotoa', {
        method: 'PUT',
        json: { ...known, nameBn: name, known },
        cookie: one.cookie,
      });
    expect(await banks.change('korotoa', other, { isEnabled: false })).toMatchObject({ status: 200 });
    expect(await rename('করতোয়া')).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    expect(await listed('korotoa')).toMatchObject({ nameBn, isEnabled: false });
    expect(await banks.change('korotoa', other)).toMatchObject({ status: 200 });
    expect(await rename('করতোয়া')).toMatchObject({ status: 200 });
    expect(await listed('korotoa')).toMatchObject({ nameBn: 'করতোয়া', isEnabled: true });
    await banks.change('korotoa', other, { isEnabled: false });
  });
});

describe('starts of claims', () => {
  test('claims are refused before anything is reserved at a bank that is unknown, switched off, or has no desk', async () => {
    const [one] = admins;
    await banks.add('surma', one);
    await refused({ bankKey: 'nowhere' }, 'BANK_UNKNOWN');
    await refused({ bankKey: 'surma' }, 'BANK_NOT_OFFERED');
    await refused({ bankKey: 'surma', documentsOnly: true }, 'BANK_NOT_OFFERED');
    await banks.change('surma', one, { hasDesk: false });
    await refused({ bankKey: 'surma' }, 'BANK_WITHOUT_DESK');
  });

  test('claims are refused without a bank where the customer has a login at none of several or at two, and without a login at this very bank', async () => {
    const rumi = await newCustomer(app);
    expect(await banks.start(rumi)).toMatchObject({ body: { code: 'BANK_REQUIRED' } });
    expect(await impliedFor(rumi)).toBeNull();
    await banks.saveLogin(rumi, 'padma');
    expect(await impliedFor(rumi)).toBe('lien-bank');
    await banks.saveLogin(rumi, 'padma', 'meghna');
    expect(await impliedFor(rumi)).toBeNull();
    expect(await banks.start(rumi)).toMatchObject({ body: { code: 'BANK_REQUIRED' } });
    expect(await banks.start(rumi, { documentsOnly: true })).toMatchObject({
      body: { code: 'BANK_REQUIRED' },
    });
    expect(await rumi.traces()).toEqual({ jobs: 0, rows: 0, reservations: 0, transfers: 0 });
    await refused({ bankKey: 'lien-bank' }, 'CREDENTIALS_REQUIRED');
  });

  test('claims are refused at a bank that does not respond, while the others take them', async () => {
    await db.portalState.update({
      where: { portal: 'bank-ci:meghna' },
      data: { probeOutcome: 'PORTAL_DOWN', probeOutcomeSince: new Date() },
    });
    await refused({ bankKey: 'meghna' }, 'SERVICE_PORTAL_DOWN');
    // The only one with her login is the one that a start without a bank is for.
    expect(await impliedFor(ana)).toBe('meghna');
    await refused({}, 'SERVICE_PORTAL_DOWN');
    const { body } = await app.get('/api/banks', ana.cookie);
    expect(body['banks']).toContainEqual(expect.objectContaining({ key: 'meghna', unavailable: 'down' }));
    const offered = async (): Promise<boolean> => {
      const { body: answer } = await app.get('/api/settings', ana.cookie);
      const { unavailableServices } = answer['settings'] as { unavailableServices: string[] };
      return !unavailableServices.includes(CLAIMS_SERVICE);
    };
    expect(await offered()).toBe(true);
    await db.portalState.update({ where: { portal: 'bank-ci' }, data: { hasAddress: false } });
    expect(await offered()).toBe(false);
    await db.portalState.update({ where: { portal: 'bank-ci' }, data: { hasAddress: true } });
  });

  test('claims are refused at a bank for which there can be no login', async () => {
    expect(await banks.saveLogin(ana, 'padma', 'nowhere')).toMatchObject({ body: { code: 'BANK_UNKNOWN' } });
    expect(await banks.saveLogin(ana, 'padma', 'surma')).toMatchObject({
      body: { code: 'BANK_WITHOUT_DESK' },
    });
  });
});
