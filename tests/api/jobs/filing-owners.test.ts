/**
 * Permission to click: a filing is sent only while its worker owns the lease and its job may continue, however late a
 * frozen worker resumes.
 */
import { describe, expect, test } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { FilingNotAllowed } from '#activities/rows/filing.ts';
import { markStopped } from '#api/domain/jobs/job-stop.ts';
import type { SubmitRunner } from '#services/runner.ts';
import { createGate } from '#tests/harness/gate.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { noPages, PORTAL, portal, protocolOn, row } from '#tests/harness/filing-protocol.ts';
import { takeOver, type ClaimedLease } from '#tests/harness/leases.ts';
import { runContext } from '#tests/harness/run-context.ts';

const { db } = await createTestDatabase();
const { file, intentOf, newLease } = protocolOn(db);

describe('permission to click', () => {
  test('a click whose request never left is made again at once', async () => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    const unreached = file({ runner: runner('not reached'), row: filing, lease });
    await expect(unreached).rejects.toMatchObject({ outcome: 'PORTAL_DOWN' });
    expect(await intentOf(filing)).toMatchObject({ state: 'planned', commits: 0, sends: 0, sentAt: null });
    const next = await takeOver(db, lease);
    expect(await file({ runner: runner('none'), row: filing, lease: next })).toMatchObject({
      outcome: 'SUCCESS',
    });
    expect(filed).toHaveLength(1);
  });

  const halts = {
    'its job is stopped': ({ jobId }: ClaimedLease['by']) =>
      markStopped(db, { jobId }, { by: 'admin', reason: quote('Stop.'), now: new Date() }),
    'its customer is suspended': ({ userId }: ClaimedLease['by']) =>
      db.user.update({ where: { id: userId }, data: { status: 'suspended' } }),
    'its portal is paused': () =>
      db.portalState.update({ where: { portal: PORTAL }, data: { pausedAt: new Date() } }),
    'its worker was silent for too long': ({ jobId }: ClaimedLease['by']) =>
      db.portalLease.updateMany({
        where: { holder: { startsWith: `job/test/${jobId}` } },
        data: { renewedAt: new Date(Date.now() - 60_000) },
      }),
    'it was made too long ago, as by a process that was frozen': ({ jobId }: ClaimedLease['by']) =>
      db.portalIntent.updateMany({ where: { jobId }, data: { committedAt: new Date(Date.now() - 20_000) } }),
  };
  test.each(Object.keys(halts) as (keyof typeof halts)[])('a click is withheld if %s', async (why) => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    const beforeLastCheck = (): Promise<unknown> => halts[why](lease.by);
    await expect(file({ runner: runner('none'), row: filing, lease, beforeLastCheck })).rejects.toThrow(
      FilingNotAllowed,
    );
    expect(filed).toEqual([]);
    expect(await intentOf(filing)).toMatchObject({ state: 'planned', sentAt: null });
    await db.portalState.update({ where: { portal: PORTAL }, data: { pausedAt: null } });
  });

  test('a click is not started for a job that was stopped before', async () => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    await markStopped(db, { jobId: lease.by.jobId }, { by: null, reason: null, now: new Date() });
    await expect(file({ runner: runner('none'), row: filing, lease })).rejects.toThrow(FilingNotAllowed);
    expect(filed).toEqual([]);
  });

  test('a click is not started for a job that is cancelled', async () => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    const signal = AbortSignal.abort(new Error('cancelled'));
    const context = { ...runContext({ signal }), session: noPages };
    await expect(file({ runner: runner('none'), row: filing, lease, context })).rejects.toThrow('cancelled');
    expect(filed).toEqual([]);
    expect(await intentOf(filing)).toMatchObject({ state: 'planned', commits: 0 });
  });
});

describe('a worker that is frozen while its successor files', () => {
  /** Holds the first worker at a point until the second one has filed. */
  async function thaw(frozenAt: 'before the click' | 'before the last check') {
    const { filed, runner } = portal();
    const filing = row();
    const first = await newLease();
    let unfreeze = (): void => undefined;
    let arrived = (): void => undefined;
    const frozen = new Promise<void>((resolve) => (unfreeze = resolve));
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    const freeze = async (): Promise<void> => {
      arrived();
      await frozen;
    };
    const slow: SubmitRunner = {
      ...runner('none'),
      run: async (rows, context, seen) => {
        if (frozenAt === 'before the click') await freeze();
        return runner('none').run(rows, context, seen);
      },
    };
    const beforeLastCheck = async (): Promise<void> => {
      if (frozenAt === 'before the last check') await freeze();
    };
    const late = file({ runner: slow, row: filing, lease: first, beforeLastCheck });
    await isThere;
    const second = await takeOver(db, first);
    expect(await file({ runner: runner('none'), row: filing, lease: second })).toMatchObject({
      outcome: 'SUCCESS',
    });
    unfreeze();
    await expect(late).rejects.toThrow(FilingNotAllowed);
    return { filed, intent: await intentOf(filing) };
  }

  test.each(['before the click', 'before the last check'] as const)(
    'a worker that was frozen %s files nothing if its successor has filed',
    async (frozenAt) => {
      const { filed, intent } = await thaw(frozenAt);
      expect(filed).toHaveLength(1);
      expect(intent).toMatchObject({ state: 'done', sends: 1 });
    },
  );

  test('the successor of a worker that froze right after sending waits for that request and sends no other', async () => {
    const { filed, runner } = portal();
    const [filing, first] = [row(), await newLease()];
    await expect(file({ runner: runner('died after'), row: filing, lease: first })).resolves.toBeDefined();
    filed.length = 0;
    const second = await takeOver(db, first);
    expect(await file({ runner: runner('none'), row: filing, lease: second })).toMatchObject({
      outcome: 'UNCERTAIN',
      aside: { why: 'confirming' },
    });
    expect(filed).toEqual([]);
  });
});

describe('a worker that thaws with what it knew before', () => {
  test('the refusal of an earlier filing does not end the one that its successor has sent since', async () => {
    const { runner } = portal();
    const [filing, first] = [row(), await newLease()];
    const gate = createGate();
    const check = async () => {
      await gate.pass();
      return { found: 'refused' as const, message: quote('Returned.'), portalReference: 'P-EARLIER' };
    };
    const late = file({ runner: { ...runner('none'), check }, row: filing, lease: first });
    await gate.reached;
    await file({ runner: runner('lost before'), row: filing, lease: await takeOver(db, first) });
    gate.open();
    await late;
    expect(await intentOf(filing)).toMatchObject({ state: 'committing', sends: 1, reference: null });
  });

  test('the number that the portal gave it does not replace that of the filing that its successor has sent', async () => {
    const { runner } = portal();
    const [filing, first] = [row(), await newLease()];
    const gate = createGate();
    const numbered = (
      number: string,
      fault: 'none' | 'lost before',
      wait?: () => Promise<void>,
    ): SubmitRunner => ({
      ...runner(fault),
      run: async (rows, context, seen) => {
        await wait?.();
        await context.noteReference(number);
        return runner(fault).run(rows, context, seen);
      },
    });
    const late = file({ runner: numbered('SO-1', 'none', gate.pass), row: filing, lease: first });
    await gate.reached;
    await file({ runner: numbered('SO-2', 'lost before'), row: filing, lease: await takeOver(db, first) });
    gate.open();
    await expect(late).rejects.toThrow(FilingNotAllowed);
    expect(await intentOf(filing)).toMatchObject({ state: 'committing', reference: 'SO-2' });
  });
});
