/**
 * Deletion of an account by an administrator: refused while money or jobs are in progress; personal data is removed,
 * the books stay.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expireApprovals } from '#api/domain/accounts/approvals.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { formOf, pdf, PDF_SERVICE } from '#tests/harness/job-calls.ts';
import { paidPurchase } from '#tests/api/payments/paid-purchase.ts';

const app = await startTestApp();
const { db, files } = app.deps;
let admin: Account;
let ana: Account;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  ana = await app.signUpAndVerify();
});

const reason = 'Asked for by phone';
const remove = (id: string) =>
  app.request(`/api/users/${id}`, { method: 'DELETE', json: { reason }, cookie: admin.cookie });
const isSignedIn = async ({ cookie }: Account) =>
  (await app.get('/api/auth/me', cookie)).body['user'] !== null;
const entries = (subject: string) => db.auditEntry.findMany({ where: { subject }, orderBy: { at: 'asc' } });

describe('the deletion of a user by an administrator', () => {
  test('a user with running jobs or an open payment cannot be deleted', async () => {
    const { jobId } = await jobOf(ana, null);
    expect(await remove(ana.id)).toMatchObject({
      status: 409,
      body: { code: 'JOBS_RUNNING', runningJobs: 1 },
    });
    await db.job.update({ where: { id: jobId }, data: { finishedAt: new Date() } });
    const { attemptId } = await paidPurchase(db, { userId: ana.id, amountPoisha: 50_000n, trxId: ana.id });
    await db.paymentAttempt.update({ where: { id: attemptId }, data: { state: 'unknown' } });
    expect(await remove(ana.id)).toMatchObject({ status: 409, body: { code: 'PAYMENT_UNDER_WAY' } });
    expect(await isSignedIn(ana)).toBe(true);
    expect(await db.user.findUnique({ where: { id: ana.id } })).toMatchObject({ email: ana.email });
  });

  test('the deletion of a user keeps the books unchanged and removes all personal data', async () => {
    const secret = 'zanzibar';
    await app.request(`/api/users/${ana.id}/profile`, {
      method: 'PUT',
      json: { name: secret, company: secret, mobile: '01711' },
      cookie: ana.cookie,
    });
    const correction = { name: `${secret} 2`, company: `${secret} 3`, mobile: `${secret} 4`, reason };
    const corrected = { method: 'PUT', json: correction, cookie: admin.cookie };
    expect(await app.request(`/api/users/${ana.id}`, corrected)).toMatchObject({ status: 200 });
    await requested({ name: secret, company: secret, mobile: secret, isAdmin: true });
    const login = { consent: true, portalName: 'bangladesh_bank_exp', username: secret, password: secret };
    await app.post('/api/credentials/save', login, ana.cookie);
    const { jobId, fileKey, uploadKey } = await jobOf(ana, new Date());
    const { transactionId } = await paidPurchase(db, {
      userId: ana.id,
      amountPoisha: 50_000n,
      trxId: `trx-${ana.id}`,
    });
    const books = async () => ({
      ledger: await db.ledgerTransfer.findMany({ where: { userId: ana.id }, include: { entries: true } }),
      payment: await db.transaction.findUnique({ where: { id: transactionId }, include: { attempt: true } }),
    });
    const before = await books();

    expect((await remove(ana.id)).body).toMatchObject({
      success: true,
      message: 'User deleted successfully',
    });
    expect(await books()).toEqual(before);
    expect(await verifyLedger(db)).toEqual([]);
    expect(await isSignedIn(ana)).toBe(false);
    const kept = {
      user: await db.user.findUnique({ where: { id: ana.id }, include: { sessions: true, accounts: true } }),
      logins: await db.portalCredential.findMany({ where: { userId: ana.id } }),
      job: await db.job.findUnique({ where: { id: jobId }, include: { rows: true, events: true } }),
      uploads: await db.upload.findMany({ where: { userId: ana.id } }),
      audit: await entries(`user/${ana.id}`),
      requests: await db.approvalRequest.findMany({ where: { subject: `user/${ana.id}` } }),
    };
    expect(kept.audit.map(({ action }) => action)).toEqual([
      'user changed',
      'approval expired',
      'user deleted',
    ]);
    expect(kept.audit[0]).toMatchObject({ before: {}, after: { personalData: 'name, company, mobile' } });
    expect(kept.requests).toMatchObject([{ change: { kind: 'user', wish: { isAdmin: true } } }]);
    expect(
      JSON.stringify(kept, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(secret);
    expect(kept.user).toMatchObject({
      status: 'suspended',
      sessions: [],
      accounts: [],
      name: 'Deleted user',
    });
    expect(kept.user?.email).not.toContain(ana.email);
    expect(kept.logins).toEqual([]);
    await expect(files.get(fileKey)).rejects.toThrow();
    await expect(files.get(uploadKey)).rejects.toThrow();
    expect(kept.audit.at(-1)).toMatchObject({
      action: 'user deleted',
      adminId: admin.id,
      reason,
      after: null,
    });
    const found = await app.get(`/api/users?search=${encodeURIComponent(ana.email)}`, admin.cookie);
    expect(found.body).toMatchObject({ users: [], totalCount: 0 });

    const login2 = { email: ana.email, password: ana.password };
    expect(await app.post('/api/auth/login', login2)).toMatchObject({ body: { code: 'LOGIN_FAILED' } });
    const again = await app.signUpAndVerify({ email: ana.email });
    expect(again.id).not.toBe(ana.id);
  });
});

/** A request about Ana's account that nobody has decided in time. */
async function requested(wish: Record<string, string | boolean>): Promise<void> {
  const at = new Date(Date.now() - 172_800_000);
  await db.approvalRequest.create({
    data: {
      key: randomUUID(),
      change: { kind: 'user', userId: ana.id, wish },
      subject: `user/${ana.id}`,
      reason,
      requestedBy: admin.id,
      requestedAt: at,
      expiresAt: at,
    },
  });
  await expireApprovals(db, new Date());
}

/** A job with a row, a file and its upload, which has ended or is still running. */
async function jobOf(account: Account, finishedAt: Date | null) {
  const form = formOf({ serviceId: PDF_SERVICE, file: pdf('zanzibar.pdf') });
  const preview = await app.request('/api/process-automation/preview', { form, cookie: account.cookie });
  const { uploadId } = preview.body['preview'] as { uploadId: string };
  const upload = await db.upload.findUniqueOrThrow({ where: { id: uploadId } });
  const { id: jobId } = await db.job.create({
    data: {
      userId: account.id,
      serviceId: PDF_SERVICE,
      serviceName: 'PDF to Excel Converter',
      uploadId,
      fileName: 'zanzibar.pdf',
      state: finishedAt ? 'completed' : 'processing',
      rowsTotal: 1,
      costPerRow: 100,
      finishedAt,
      rows: { create: { rowNumber: 1, source: { file_name: 'zanzibar' }, message: 'zanzibar' } },
      events: { create: { key: 'began', kind: 'started', message: 'zanzibar' } },
    },
  });
  const fileKey = `jobs/${jobId}/result/zanzibar.txt`;
  await files.put(fileKey, Buffer.from('zanzibar'), 'text/plain');
  return { jobId, fileKey, uploadKey: upload.fileKey };
}
