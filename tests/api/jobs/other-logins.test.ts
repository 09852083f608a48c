/**
 * Two users of one company with logins of their own: as long as the portal may still take what one has sent, the other
 * does not file the same.
 */
import { expect, test } from 'vitest';
import { FilingNotAllowed, type FilingEnd, type FilingInput } from '#activities/rows/filing.ts';
import { intentKey, keysWithoutLogin } from '#api/domain/jobs/filings/intent-keys.ts';
import { quote } from '#contracts/messages/message.ts';
import { createGate } from '#tests/harness/gate.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { portal, protocolOn, row, rowRunOn } from '#tests/harness/filing-protocol.ts';
import { claimedLease, takeOver } from '#tests/harness/leases.ts';
import { cashIncentiveApplicationService } from '#services/cash-incentive-application/service.ts';
import { damcoEdocUploadService } from '#services/damco-edoc-upload/service.ts';
import { damcoFcrSubmissionService } from '#services/damco-fcr-submission/service.ts';
import { bepzaEpIssueService } from '#services/bepza-ep-issue/service.ts';
import { bepzaIpIssueService } from '#services/bepza-ip-issue/service.ts';
import type { Filing } from '#services/runner.ts';
import type { PortalKey, ServiceDefinition } from '#services/contract.ts';
import { expIssueService } from '#services/exp-issue/service.ts';
import { firstRow, naturalKeyOf } from '#tests/harness/sample-rows.ts';

const { db } = await createTestDatabase();
const { file, intentOf, settle, newLease } = protocolOn(db);

/** The same filing under the login of a colleague. */
const colleague = ([{ key = '' }]: Filing) => ({
  keys: {
    key: intentKey({ login: 'nordic', serviceId: 'test-service', naturalKey: key }),
    formerKeys: [],
    ...shared([{ key }]).keys,
  },
});
const shared = ([{ key = '' }]: Filing) => ({
  keys: { sharedKeys: keysWithoutLogin('test-service', [key]) },
});
const confirming = { outcome: 'UNCERTAIN', aside: { why: 'confirming' } };

test('a filing waits while that of a colleague may still appear, and then for a person', async () => {
  const { filed, runner } = portal();
  const filing = row();
  await file({ runner: runner('lost before'), row: filing, lease: await newLease(), ...shared(filing) });
  const again = async (given: Partial<FilingInput> = {}): Promise<FilingEnd> =>
    file({ runner: runner('none'), row: filing, lease: await newLease(), ...colleague(filing), ...given });
  expect(await again()).toMatchObject(confirming);
  expect(filed).toEqual([]);
  await settle(filing);
  expect(await again()).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'person' } });
  expect(filed).toEqual([]);
  expect(await again({ vouchedAt: new Date() })).toMatchObject({ outcome: 'SUCCESS' });
  expect(filed).toHaveLength(1);
});

test('a filing waits for a person if that of a colleague was lost, and clicked again without leaving', async () => {
  const { filed, runner } = portal();
  const filing = row();
  await file({ runner: runner('lost before'), row: filing, lease: await newLease(), ...shared(filing) });
  const { id } = await intentOf(filing);
  await db.portalIntent.update({ where: { id }, data: { sentAt: null, settlesAt: null, commits: 2 } });
  const again = { runner: runner('none'), row: filing, lease: await newLease(), ...colleague(filing) };
  expect(await file(again)).toMatchObject({ aside: { why: 'person' } });
  expect(await file({ ...again, vouchedAt: new Date() })).toMatchObject({ outcome: 'SUCCESS' });
  expect(filed).toHaveLength(1);
});

test('a filing that the portal itself would refuse is made after the time in which that of a colleague can appear', async () => {
  const { filed, runner } = portal();
  const filing = row();
  await file({ runner: runner('lost before'), row: filing, lease: await newLease(), ...shared(filing) });
  await settle(filing);
  const again = { runner: runner('none'), row: filing, lease: await newLease(), refusesTwins: true };
  expect(await file({ ...again, ...colleague(filing) })).toMatchObject({ outcome: 'SUCCESS' });
  expect(filed).toHaveLength(1);
});

test('a filing that a colleague has made, and that the portal lists late, is found and not made again', async () => {
  const { filed, runner, storeLate } = portal();
  const filing = row();
  await file({ runner: runner('stored later'), row: filing, lease: await newLease(), ...shared(filing) });
  const again = async (): Promise<FilingEnd> =>
    file({ runner: runner('none'), row: filing, lease: await newLease(), ...colleague(filing) });
  // The portal has answered the colleague, and does not list the filing yet.
  const { id } = await intentOf(filing);
  await db.portalIntent.update({ where: { id }, data: { state: 'done' } });
  expect(await again()).toMatchObject(confirming);
  storeLate();
  expect(await again()).toMatchObject({ outcome: 'ALREADY_DONE' });
  expect(filed).toHaveLength(1);
});

test('of two users who click at the same time, one files and the other finds it', async () => {
  const { filed, runner } = portal();
  const filing = row();
  const gate = createGate();
  const lease = await newLease();
  const first = { runner: runner('none'), row: filing, ...shared(filing) };
  const late = file({ ...first, lease, beforeLastCheck: gate.pass });
  await gate.reached;
  const second = { runner: runner('none'), row: filing, lease: await newLease(), ...colleague(filing) };
  expect(await file(second)).toMatchObject({ outcome: 'SUCCESS' });
  gate.open();
  await expect(late).rejects.toThrow(FilingNotAllowed);
  expect(filed).toHaveLength(1);
  expect(await file({ ...first, lease: await takeOver(db, lease) })).toMatchObject({
    outcome: 'ALREADY_DONE',
  });
});

test('a worker that was frozen between its look-up and its click files nothing if a colleague has filed meanwhile', async () => {
  const { filed, runner } = portal();
  const filing = row();
  const gate = createGate();
  const lease = await newLease();
  const slow = { ...runner('none') };
  const late = file({
    runner: {
      ...slow,
      run: async (rows, context, seen) => {
        await gate.pass();
        return slow.run(rows, context, seen);
      },
    },
    row: filing,
    lease,
    ...colleague(filing),
  });
  await gate.reached;
  await file({ runner: runner('none'), row: filing, lease: await newLease(), ...shared(filing) });
  gate.open();
  await expect(late).rejects.toThrow(FilingNotAllowed);
  expect(filed).toHaveLength(1);
  const next = await takeOver(db, lease);
  const again = { runner: runner('none'), row: filing, lease: next };
  expect(await file({ ...again, ...colleague(filing) })).toMatchObject({ outcome: 'ALREADY_DONE' });
});

const services = [
  expIssueService,
  bepzaEpIssueService,
  bepzaIpIssueService,
  cashIncentiveApplicationService,
  damcoEdocUploadService,
  damcoFcrSubmissionService,
] as readonly (ServiceDefinition & { portal: PortalKey })[];

test.each(services)('two users of one company do not file the same at once: $id', async (service) => {
  const [data] = firstRow(service.id);
  const naturalKey = naturalKeyOf(service.id, data);
  const lost = { outcome: 'UNCERTAIN' as const, message: quote('Lost.') };
  const runner = { ...portal().runner('none'), run: async () => lost };
  const worked = async (): Promise<FilingEnd> => {
    const lease = await claimedLease(db, { portal: service.portal });
    const run = rowRunOn(db, service, lease, {
      ...runner,
      check: async () => ({ found: 'absent' as const }),
    });
    const end = await run({ data, naturalKey, groupRow: null, sameAsRow: null });
    // Its request has left.
    const [sentAt, settlesAt] = [new Date(), new Date(Date.now() + 60_000)];
    await db.portalIntent.updateMany({
      where: { jobId: lease.by.jobId },
      data: { state: 'committing', token: lease.claim.token, commits: 1, sends: 1, sentAt, settlesAt },
    });
    return end;
  };
  expect(await worked()).toEqual(lost);
  expect(await worked()).toMatchObject(confirming);
});
