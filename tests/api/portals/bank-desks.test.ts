/**
 * The desk of each bank is kept as a portal is: its hours, its pause, what probes found and what was checked are its own,
 * and the list of banks shows them.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endJob } from '#activities/job-end.ts';
import { reserve } from '#api/domain/credits/ledger.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { goLiveLists } from '#activities/portals/go-live-lists.ts';
import type { BankEntry } from '#contracts/calls/banks-answers.ts';
import type { PortalChecks } from '#contracts/calls/portals-answers.ts';
import { placeOfBank } from '#contracts/portals/bank-places.ts';
import { noPortalLimits } from '#contracts/portals/portal-limits.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { held } from '#tests/factories.ts';
import { bankCalls } from '#tests/harness/banks.ts';
import { newJob } from '../accounts/account-jobs.ts';

const [ONE, OTHER, FIRST] = ['karnaphuli', 'teesta', 'lien-bank'] as const;
const REASON = 'Agreed with the bank on paper';
const items = goLiveLists['bank-ci'];
const [item] = items;
if (!item) throw new Error('The list of the desks is empty.');

const app = await startTestApp();
const { db } = app.deps;
const banks = bankCalls(app);
let admins: [Account, Account];

beforeAll(async () => {
  admins = [await app.signUpAndVerify({ isAdmin: true }), await app.signUpAndVerify({ isAdmin: true })];
  for (const key of [ONE, OTHER]) await banks.addDesk(key, `http://127.0.0.1:9/${key}`, admins);
});
afterEach(async () => {
  const ofBanks = { portal: { startsWith: 'bank-ci' } };
  await db.portalLimits.deleteMany({ where: ofBanks });
  await db.portalProbeLogin.deleteMany({ where: ofBanks });
  await db.portalCheck.deleteMany({ where: ofBanks });
  await db.portalState.updateMany({
    where: ofBanks,
    data: { pausedAt: null, pausedBy: null, probeOutcome: null },
  });
});
afterAll(async () => {
  await db.bank.updateMany({ where: { key: { in: [ONE, OTHER] } }, data: { isEnabled: false } });
});

const listed = async (key: string): Promise<BankEntry> => {
  const { body } = await app.get('/api/admin/banks', admins[0].cookie);
  const found = (body['banks'] as BankEntry[]).find((bank) => bank.key === key);
  if (!found) throw new Error(`${key} is not listed.`);
  return found;
};
/** A call of an administrator about one desk, as about a portal. */
const keep = async (method: string, key: string, part: string, json: object): Promise<void> => {
  const path = `/api/admin/portals/${placeOfBank(key)}/${part}`;
  const answer = await app.request(path, { method, json, cookie: admins[0].cookie });
  expect(answer, answer.text).toMatchObject({ status: 200 });
};
const checksOf = async (key: string): Promise<PortalChecks> =>
  (await app.get(`/api/admin/portals/${placeOfBank(key)}/checks`, admins[0].cookie)).body[
    'checks'
  ] as PortalChecks;

test('the hours of one desk close it alone, and the list says when it opens', async () => {
  const today = { date: dhakaDay(new Date()), name: 'Bank holiday' };
  await keep('PUT', ONE, 'limits', { ...noPortalLimits, holidays: [today], reason: REASON });
  expect(await listed(ONE)).toMatchObject({ state: 'closed', opensAt: expect.any(String) });
  expect(await listed(OTHER)).toMatchObject({ state: 'up', opensAt: null });
});

test('a paused desk is listed with who paused it and why, and no other desk is', async () => {
  await keep('POST', ONE, 'pause', { reason: REASON });
  const pausedBy = admins[0].user.name;
  expect(await listed(ONE)).toMatchObject({ state: 'paused', pausedBy, detail: REASON });
  for (const key of [OTHER, FIRST]) expect(await listed(key)).toMatchObject({ pausedBy: null });
});

test('findings of probes at one desk are listed with that desk only', async () => {
  const at = new Date();
  await db.portalState.update({
    where: { portal: placeOfBank(ONE) },
    data: { probeOutcome: 'PORTAL_DOWN', probeOutcomeSince: at, probedAt: at, probeMs: 30 },
  });
  const probe = { outcome: 'PORTAL_DOWN', at: at.toISOString(), tookMs: 30 };
  expect(await listed(ONE)).toMatchObject({ state: 'down', probe });
  expect(await listed(OTHER)).toMatchObject({ state: 'up', probe: null });
});

test.each(['ok', 'PORTAL_DOWN', 'PORTAL_CHANGED'])(
  'a resumed desk still shows that its last probe found %s, and takes claims until the next one',
  async (outcome) => {
    const at = new Date();
    await db.portalState.update({
      where: { portal: placeOfBank(ONE) },
      data: { probeOutcome: outcome, probeOutcomeSince: at, probedAt: at, probeMs: 30 },
    });
    await keep('POST', ONE, 'pause', { reason: REASON });
    await keep('POST', ONE, 'resume', { reason: REASON });
    const probe = { outcome, at: at.toISOString(), since: null, tookMs: 30 };
    expect(await listed(ONE)).toMatchObject({ state: 'up', probe });
    const ana = await app.signUpAndVerify();
    const { body } = await app.get('/api/banks', ana.cookie);
    expect(body['banks']).toContainEqual(expect.objectContaining({ key: ONE, unavailable: null }));
  },
);

test('probes have a separate login for each desk, and the list shows desks without one', async () => {
  await keep('PUT', ONE, 'probe-login', {
    username: 'probe',
    password: 'pr0be-secret',
    everyMinutes: 60,
    reason: REASON,
    currentPassword: admins[0].password,
  });
  expect(await listed(ONE)).toMatchObject({ behindSignIn: { hasLogin: true, isStopped: false, walk: null } });
  for (const key of [OTHER, FIRST])
    expect(await listed(key)).toMatchObject({ behindSignIn: { hasLogin: false } });
});

test('an item that is checked at one bank is not checked at another, though all desks have the same list', async () => {
  await keep('PUT', ONE, `checks/${item.id}`, { checked: true, note: 'Delta takes one login.' });
  expect((await checksOf(ONE)).items[0]).toMatchObject({ id: item.id, check: { by: admins[0].user.name } });
  for (const key of [OTHER, FIRST]) {
    expect((await checksOf(key)).items.map(({ check }) => check)).toEqual(items.map(() => null));
    expect(await listed(key)).toMatchObject({ checks: { items: items.length, checked: 0 } });
  }
  expect(await listed(ONE)).toMatchObject({ checks: { items: items.length, checked: 1 } });
  const [audited] = await db.auditEntry.findMany({
    where: { adminId: admins[0].id, action: 'go-live item checked' },
  });
  expect(audited).toMatchObject({ subject: `portal/${placeOfBank(ONE)}`, after: { item: item.text } });
});

test('a bank that is not on the list has no go-live list', async () => {
  const answer = await app.get('/api/admin/portals/bank-ci:nowhere/checks', admins[0].cookie);
  expect(answer).toMatchObject({ status: 404, body: { code: 'PORTAL_UNKNOWN' } });
});

test.each([
  ['en', `Bank: Bank ${ONE}.`],
  ['bn', `ব্যাংক: ব্যাংক ${ONE}।`],
])(
  'the mail and the notification about the end of claims name their bank, in the language %s of the customer',
  async (language, named) => {
    const ana = await app.signUpAndVerify();
    await db.user.update({ where: { id: ana.id }, data: { mailOnCompletion: true, language } });
    const { id: jobId } = await newJob(app, ana, { rows: ['SUCCESS'] });
    await db.job.update({ where: { id: jobId }, data: { bankKey: ONE } });
    await reserve(db, held(ana.id, 100n, jobId));
    await endJob(app.deps, { jobId, attempt: 1, state: 'completed', errorCode: null, errorMessage: null });
    const mails = await app.mailsTo(ana.email, 2);
    expect(mails.filter(({ text }) => text.includes(named))).toHaveLength(1);
    const [notice] = await db.notification.findMany({ where: { userId: ana.id, type: 'job_complete' } });
    expect(notice?.words).toMatchObject({ values: { bank: { en: `Bank ${ONE}`, bn: `ব্যাংক ${ONE}` } } });
  },
);

test('customers see the name of each bank beside its state, also that of the first one', async () => {
  const { body } = await app.get('/api/portals', admins[0].cookie);
  const labels = (body['portals'] as { portal: string; label: string }[])
    .filter(({ portal }) => [FIRST, ONE, OTHER].some((key) => placeOfBank(key) === portal))
    .map(({ label }) => label);
  const { nameEn } = await db.bank.findUniqueOrThrow({ where: { key: FIRST } });
  const names = [nameEn, `Bank ${ONE}`, `Bank ${OTHER}`];
  expect(labels).toEqual(names.map((name) => `Bank cash incentive, ${name}`));
});
