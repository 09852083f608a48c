/** Look-ups that cannot be read to their end: a filing that may be on the portal never ends as a row that was not sent. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import type { FilingEnd } from '#activities/rows/filing.ts';
import { intentKey } from '#api/domain/jobs/filings/intent-keys.ts';
import { bepzaEpIssueService as service } from '#services/bepza-ep-issue/service.ts';
import type { SubmitRunner } from '#services/runner.ts';
import type { PortalIntent } from '#prisma/generated/client.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { rowRunOn } from '#tests/harness/filing-protocol.ts';
import { claimedLease } from '#tests/harness/leases.ts';

const { db } = await createTestDatabase();
const { portal } = service;

const tooLong = async (): Promise<never> => {
  throw new PortalFault('INPUT_INVALID', portalMessages.listTooLong({ pages: 50 }));
};
const filed = { message: quote('Filed.'), portalReference: 'P-1' };

/** Works a row whose filing has the given intent, as a worker does. */
async function work(
  intent: Partial<PortalIntent> & Pick<PortalIntent, 'state'>,
  runner: Partial<SubmitRunner>,
  vouchedAt: Date | null = null,
): Promise<FilingEnd> {
  const login = `login-${randomUUID()}`;
  const lease = await claimedLease(db, { portal, login });
  const data = { enterprise_code: login, invoice_no: 'INV-1', item_no: '1' };
  const naturalKey = service.input.naturalKey(data);
  const row = { data, naturalKey, groupRow: 1 };
  await db.jobRow.create({ data: { ...row, jobId: lease.by.jobId, rowNumber: 1, source: {} } });
  const key = intentKey({ login, serviceId: service.id, naturalKey: `${login}|INV-1` });
  await db.portalIntent.create({ data: { portal, key, ...lease.by, ...intent } });
  const absent: SubmitRunner = {
    outputColumns: [],
    check: async () => ({ found: 'absent' }),
    run: async () => {
      throw new Error('The form is filled in.');
    },
  };
  return rowRunOn(db, service, lease, { ...absent, ...runner })({ ...row, sameAsRow: null, vouchedAt });
}

const sent = { commits: 1, sends: 1, sentAt: new Date(Date.now() - HOUR_MS) };
const settled = { settlesAt: new Date(Date.now() - 1_000), effectMs: HOUR_MS };
const unsettled = { settlesAt: new Date(Date.now() + HOUR_MS) };

describe('a list that is too long to read', () => {
  test.each([
    ['was sent and has no answer', { state: 'committing', ...sent, ...settled }],
    ['was sent, and clicked again without leaving', { state: 'planned', commits: 1, sends: 1 }],
    ['is confirmed', { state: 'done', ...sent, ...settled }],
  ])('a filing that %s waits for a person when its list is too long to read', async (_, intent) => {
    expect(await work(intent, { check: tooLong })).toMatchObject({
      outcome: 'UNCERTAIN',
      aside: { why: 'person' },
      message: { params: { parts: expect.arrayContaining([portalMessages.listTooLong({ pages: 50 })]) } },
    });
  });

  test('a filing that the portal may still take is looked up again when its list is too long to read', async () => {
    expect(await work({ state: 'committing', ...sent, ...unsettled }, { check: tooLong })).toMatchObject({
      outcome: 'UNCERTAIN',
      aside: { why: 'confirming' },
    });
  });

  test.each([
    ['was sent and has no answer', { state: 'committing', ...sent, ...settled }],
    ['was sent, and clicked again without leaving', { state: 'planned', commits: 1, sends: 1, ...settled }],
  ])('a filing that %s ends as invalid once a person has looked for it', async (_, intent) => {
    expect(await work(intent, { check: tooLong }, new Date())).toEqual({
      outcome: 'INPUT_INVALID',
      message: portalMessages.listTooLong({ pages: 50 }),
    });
  });

  test.each([
    ['is confirmed', { state: 'done', ...sent, ...settled }, new Date()],
    ['was sent after it', { state: 'committing', ...sent, ...settled }, new Date(Date.now() - 2 * HOUR_MS)],
  ])('a look by a person does not count for a filing that %s', async (_, intent, vouchedAt) => {
    expect(await work(intent, { check: tooLong }, vouchedAt)).toMatchObject({
      outcome: 'UNCERTAIN',
      aside: { why: 'person' },
    });
  });

  test('a row that was not sent ends as invalid when its list is too long to read', async () => {
    expect(await work({ state: 'planned' }, { check: tooLong })).toEqual({
      outcome: 'INPUT_INVALID',
      message: portalMessages.listTooLong({ pages: 50 }),
    });
  });
});

test('a row whose earlier request has no answer is not invalid because the form refuses it now', async () => {
  const refuse = async () => ({ outcome: 'INPUT_INVALID' as const, message: quote('No such item.') });
  expect(await work({ state: 'planned', commits: 1, sends: 1 }, { run: refuse })).toMatchObject({
    outcome: 'UNCERTAIN',
    aside: { why: 'person' },
  });
});

test('a filing that the portal has succeeds although its form is too long to print', async () => {
  const fetchDocuments = async (): Promise<never> => {
    throw new PortalFault('REJECTED', portalMessages.pageTooLong({ pages: 20 }));
  };
  const check = async () => ({ found: 'equal' as const, result: { ...filed, fetchDocuments } });
  const end = await work({ state: 'committing', ...sent, ...settled }, { check });
  expect(end).toMatchObject({ outcome: 'SUCCESS', portalReference: 'P-1' });
  expect(JSON.stringify(end.message)).toContain(portalMessages.pageTooLong({ pages: 20 }).key);
});
