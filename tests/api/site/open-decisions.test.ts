/**
 * Lists of what waits for people: the longest waiting come first, page by page, so that none of them ends by itself
 * while newer ones are decided.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Approval } from '#contracts/calls/accounts-answers.ts';
import type { AdminJobDetail, AdminJobsAnswer } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import type { AdminPaymentsAnswer } from '#contracts/calls/payments-answers.ts';
import type { ContactMessage } from '#contracts/calls/site-answers.ts';
import { limits } from '#contracts/limits.ts';
import { stuckTimeoutMs } from '#workflows/ids.ts';
import { setRowAside } from '#api/domain/jobs/job-steps.ts';
import { quote } from '#contracts/messages/message.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { paidPurchase } from '#tests/api/payments/paid-purchase.ts';

const app = await startTestApp();
const { db } = app.deps;
const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

let ana: Account;
let admin: Account;
beforeAll(async () => {
  ana = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  await db.$executeRaw`TRUNCATE jobs, payment_open_ends, approval_requests, contact_messages CASCADE`;
});

async function answerOf<Body>(path: string): Promise<Body> {
  const answer = await app.get(path, admin.cookie);
  expect(answer, answer.text).toMatchObject({ status: 200 });
  return answer.body as Body;
}

describe('jobs that wait for people', () => {
  const open = { finishedAt: null, expiresAt: null, errorCode: null, outcomes: [null] };
  const jobs = (query: string) => answerOf<AdminJobsAnswer>(`/api/admin/jobs?${query}`);
  const parked = async (given: { kind: string; createdAt: Date; since: Date }): Promise<string> => {
    const { kind, createdAt, since } = given;
    const id = await keptJob(db, ana, { ...open, state: 'parked', createdAt });
    const waiting = { kind, since: since.toISOString(), message: 'Text' };
    await db.job.update({ where: { id }, data: { waiting } });
    return id;
  };

  test.each([
    ['for_team', 'person'],
    ['for_customer', 'challenge'],
  ])(
    'jobs of the list %s are in the order of their waiting, one page after the other',
    async (special, kind) => {
      const early = await parked({ kind, createdAt: ago(75), since: ago(70) });
      const late = await parked({ kind, createdAt: ago(10), since: ago(2) });
      const middle = await parked({ kind, createdAt: ago(100), since: ago(50) });
      expect((await jobs(`special=${special}`)).jobs.map(({ id }) => id)).toEqual([early, middle, late]);
      const first = await jobs(`special=${special}&limit=2`);
      expect(first.jobs.map(({ id }) => id)).toEqual([early, middle]);
      const second = await jobs(`special=${special}&limit=2&after=${first.next ?? ''}`);
      expect(second).toMatchObject({ jobs: [{ id: late }], next: null });
    },
  );

  test('a job with a row that was set aside waits since then, beside jobs that are stopped', async () => {
    const stopped = await parked({ kind: 'person', createdAt: ago(90), since: ago(3) });
    const longest = await parked({ kind: 'person', createdAt: ago(1), since: ago(5) });
    const aside = await keptJob(db, ana, { ...open, state: 'running', createdAt: ago(80) });
    const [row] = [{ jobId: aside, rowNumber: 1, attempt: 1, attempts: 1, groupRow: null, lookInMs: null }];
    await setRowAside(db, { ...row, message: quote('No answer'), aside: 'person' });
    const listed = (await jobs('special=for_team')).jobs;
    expect(listed.map(({ id }) => id)).toEqual([longest, stopped, aside]);
    const set = await db.jobRow.findFirstOrThrow({ where: { jobId: aside } });
    expect(listed[2]).toMatchObject({ waitsSince: set.asideAt?.toISOString(), endsByItselfAt: null });
    await db.jobRow.updateMany({ where: { jobId: aside }, data: { asideAt: ago(4) } });
    expect((await jobs('special=for_team')).jobs.map(({ id }) => id)).toEqual([longest, aside, stopped]);
  });

  test('a stop says since when it waits and when it ends by itself, in the list and at the job', async () => {
    const since = ago(10);
    const id = await parked({ kind: 'person', createdAt: ago(1), since });
    const endsByItselfAt = new Date(since.getTime() + stuckTimeoutMs).toISOString();
    expect((await jobs('special=for_team')).jobs).toMatchObject([
      { id, waitsSince: since.toISOString(), endsByItselfAt },
    ]);
    const { job } = await answerOf<{ job: AdminJobDetail }>(`/api/admin/jobs/${id}`);
    expect(job).toMatchObject({ endsByItselfAt });
    await db.job.update({ where: { id }, data: { state: 'running' } });
    const going = await answerOf<{ job: AdminJobDetail }>(`/api/admin/jobs/${id}`);
    expect(going.job).toMatchObject({ endsByItselfAt: null });
  });
});

describe('other lists of open decisions', () => {
  const payment = async (createdAt: Date, openedAt: Date): Promise<string> => {
    const purchase = { userId: ana.id, amountPoisha: 100n, trxId: randomUUID(), status: 'pending' };
    const { attemptId } = await paidPurchase(db, purchase);
    await db.paymentAttempt.update({ where: { id: attemptId }, data: { createdAt } });
    await db.paymentOpenEnd.create({ data: { attemptId, kind: 'held', amount: 100n, openedAt } });
    return attemptId;
  };

  test('payments that need a decision are in the order in which their questions arose', async () => {
    const late = await payment(ago(2), ago(1));
    const early = await payment(ago(50), ago(40));
    const middle = await payment(ago(100), ago(20));
    // A payment with a second question counts from its first one.
    await db.paymentOpenEnd.create({
      data: { attemptId: early, kind: 'refund_twin', subject: 'TRX1', amount: 1n },
    });
    const ids = async (query: string) => {
      const place = `/api/admin/payments?state=decision&${query}`;
      const { payments, totalCount } = await answerOf<AdminPaymentsAnswer>(place);
      expect(totalCount).toBe(3);
      return payments.map(({ id }) => id);
    };
    expect(await ids('')).toEqual([early, middle, late]);
    expect(await ids('limit=2')).toEqual([early, middle]);
    expect(await ids('limit=2&offset=2')).toEqual([late]);
    expect(await ids(`search=${encodeURIComponent(ana.email)}`)).toEqual([early, middle, late]);
  });

  test('approvals that expire next come first, and those that the list has no room for are counted', async () => {
    const request = {
      change: { kind: 'deletion', userId: ana.id },
      subject: `user/${ana.id}`,
      reason: 'Why',
    };
    const asked = Array.from({ length: limits.approvalsListMax + 1 }, (_, index) => ({
      ...request,
      key: `request-${index}`,
      requestedBy: admin.id,
      requestedAt: ago(index / 60),
      expiresAt: new Date(Date.now() + HOUR_MS - index * 1_000),
    }));
    await db.approvalRequest.createMany({ data: asked });
    const { approvals, openCount } = await answerOf<{ approvals: Approval[]; openCount: number }>(
      '/api/admin/approvals',
    );
    expect(openCount).toBe(limits.approvalsListMax + 1);
    const next = asked.toSorted((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime());
    expect(approvals.map(({ expiresAt }) => expiresAt)).toEqual(
      next.slice(0, limits.approvalsListMax).map(({ expiresAt }) => expiresAt.toISOString()),
    );
  });

  test('new messages are in the order in which they came, all messages with the newest first', async () => {
    const message = { name: 'Karim', email: 'karim@example.test', message: 'Hello' };
    const [early, late] = [
      { ...message, subject: 'early', submittedAt: ago(9) },
      { ...message, subject: 'late', submittedAt: ago(1) },
    ];
    await db.contactMessage.createMany({ data: [late, early] });
    const subjects = async (status: string) => {
      const place = `/api/contact-messages?status=${status}`;
      const { messages } = await answerOf<{ messages: ContactMessage[] }>(place);
      return messages.map(({ subject }) => subject);
    };
    expect(await subjects('new')).toEqual(['early', 'late']);
    expect(await subjects('all')).toEqual(['late', 'early']);
  });
});
