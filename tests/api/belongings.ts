/** A customer's data, all of it marked with one word, and everything that is stored about a customer. */
import { createHash, randomUUID } from 'node:crypto';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Deps } from '#api/deps.ts';
import { notify } from '#api/domain/messaging/notifications.ts';
import type { Account } from '#tests/harness/app.ts';
import { formOf, pdf, PDF_SERVICE, zipOf } from '#tests/harness/job-calls.ts';
import type { TestApp } from '#tests/harness/worker.ts';
import { ownSystems } from './integrations/own-systems.ts';
import { paidPurchase } from './payments/paid-purchase.ts';
import type { Belongings } from './route-rows.ts';

const portal = 'bangladesh_bank_exp';
const inAnHour = (): Date => new Date(Date.now() + HOUR_MS);

/** The password of the customer's portal login, which no answer contains. */
export const passwordOf = (word: string): string => `${word}-password`;

/**
 * Creates a login, two uploads, a finished job with its files and a question, a notification, a purchase and own
 * systems.
 */
export async function ownedBy(
  app: TestApp,
  account: Account,
  word: string,
): Promise<{ belongings: Belongings; evidenceId: string }> {
  const { db } = app.deps;
  const login = { consent: true, portalName: portal, username: word, password: passwordOf(word) };
  await app.post('/api/credentials/save', login, account.cookie);
  const uploads = await uploaded(app, account, word);
  const job = await finishedJob(app.deps, { account, word, uploadId: uploads.uploadId });
  await notify(db, {
    key: randomUUID(),
    userId: account.id,
    type: 'job_complete',
    kind: 'job_completed',
    values: { service: 'PDF to Excel', file: `${word}.pdf`, done: 1, rows: 1 },
  });
  const { id: notificationId } = await db.notification.findFirstOrThrow({ where: { userId: account.id } });
  const purchase = await paidPurchase(db, {
    userId: account.id,
    amountPoisha: 50_000n,
    trxId: `${word}-${account.id}`,
  });
  const { paymentId } = await db.paymentAttempt.findUniqueOrThrow({ where: { id: purchase.attemptId } });
  return {
    belongings: {
      ...purchase,
      ...uploads,
      ...(await ownSystems(app.deps, account.id, word)),
      userId: account.id,
      jobId: job.jobId,
      fileId: job.documentId,
      notificationId,
      pushId: await pushedTo(app, account, { word, notificationId }),
      keptLayoutId: await keptLayout(app.deps, account.id, word),
      savedViewId: await savedView(app.deps, account.id, word),
      sessionId: await secondSession(app, account),
      challengeId: await openQuestion(app.deps, { account, word, jobId: job.jobId }),
      paymentId: paymentId ?? '',
    },
    evidenceId: job.evidenceId,
  };
}

/** A browser that notifications are pushed to, in the account's first session. */
async function pushedTo(
  app: TestApp,
  { id: userId }: Account,
  { word, notificationId }: { word: string; notificationId: string },
): Promise<string> {
  const oldest = { where: { userId }, orderBy: { createdAt: 'asc' } } as const;
  const { id: sessionId } = await app.deps.db.session.findFirstOrThrow(oldest);
  const keys = { p256dh: word, auth: word };
  const { id } = await app.deps.db.pushSubscription.create({
    data: { userId, sessionId, endpoint: `https://push.example.test/${word}`, ...keys, language: 'en' },
  });
  await app.deps.db.noticeDelivery.create({
    data: { userId, notificationId, subscriptionId: id, state: 'sent', usefulUntil: inAnHour() },
  });
  return id;
}

/** Kept corrections of a PDF whose table has the word as its heading. */
async function keptLayout({ db }: Pick<Deps, 'db'>, userId: string, word: string): Promise<string> {
  const print = { headings: [word], places: [] };
  const kept = { nth: null, isDropped: true, columns: null, isContinued: null, operations: [], totals: [] };
  const rules = { marks: [], tables: [{ print, ...kept }] };
  const [id, now] = [randomUUID(), new Date()];
  const times = { correctedAt: now, usedAt: now };
  await db.keptTableLayout.create({ data: { id, userId, fileName: `${word}.pdf`, rules, ...times } });
  return id;
}

async function savedView({ db }: Pick<Deps, 'db'>, userId: string, word: string): Promise<string> {
  const [id, filters] = [randomUUID(), { state: 'failed', q: word }];
  await db.savedView.create({ data: { id, userId, name: word, filters, createdAt: new Date() } });
  return id;
}

async function uploaded(app: TestApp, { cookie }: Account, word: string) {
  const form = formOf({ serviceId: PDF_SERVICE, file: pdf(`${word}.pdf`) });
  const preview = await app.request('/api/process-automation/preview', { form, cookie });
  const { uploadId } = preview.body['preview'] as { uploadId: string };
  const zipFile = await zipOf(`${word}.zip`, [pdf(`${word}.pdf`)]);
  const zip = await app.request('/api/rex-soo/upload-zip', { form: formOf({ zipFile }), cookie });
  return { uploadId, zipUploadId: String(zip.body['uploadId']) };
}

async function secondSession(app: TestApp, { id: userId, email, password }: Account): Promise<string> {
  await app.signIn(email, password);
  const newest = { where: { userId }, orderBy: { createdAt: 'desc' } } as const;
  return (await app.deps.db.session.findFirstOrThrow(newest)).id;
}

type Of = { account: Account; word: string };

async function openQuestion(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { account, word, jobId }: Of & { jobId: string },
): Promise<string> {
  const pictureKey = `jobs/${jobId}/challenges/${word}.png`;
  await files.put(pictureKey, Buffer.from(word), 'image/png');
  const question = { kind: 'captcha', prompt: word, pictureKey, expiresAt: inAnHour() };
  return (await db.jobChallenge.create({ data: { ...question, jobId, userId: account.id } })).id;
}

async function finishedJob(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { account, word, uploadId }: Of & { uploadId: string },
) {
  const { id: jobId } = await db.job.create({
    data: {
      userId: account.id,
      serviceId: PDF_SERVICE,
      serviceName: 'PDF to Excel Converter',
      uploadId,
      fileName: `${word}.pdf`,
      state: 'completed',
      rowsTotal: 1,
      rowsDone: 1,
      rowsSucceeded: 1,
      costPerRow: 100,
      finishedAt: new Date(),
      expiresAt: inAnHour(),
      rows: { create: { rowNumber: 1, source: { file_name: word }, outcome: 'SUCCESS', message: word } },
      events: { create: { key: 'ended-1', kind: 'completed', message: word } },
    },
  });
  const fileOf = async (kind: string, contentType: string): Promise<string> => {
    const fileKey = `jobs/${jobId}/${kind}/${word}.txt`;
    await files.put(fileKey, Buffer.from(word), contentType);
    const facts = { name: `${word}.txt`, fileKey, contentType, sizeBytes: word.length };
    return (await db.jobFile.create({ data: { jobId, kind, rowNumber: 1, ...facts } })).id;
  };
  return {
    jobId,
    documentId: await fileOf('document', 'text/plain'),
    evidenceId: await fileOf('evidence', 'text/html'),
  };
}

/** Everything that is stored about a customer, and the bytes of the files. */
export async function everythingOf({ db, files }: Pick<Deps, 'db' | 'files'>, userId: string) {
  const where = { userId };
  const uploads = await db.upload.findMany({ where });
  const jobFiles = await db.jobFile.findMany({ where: { job: where }, orderBy: { id: 'asc' } });
  const stored = [...uploads, ...jobFiles].map(({ fileKey }) => fileKey);
  return {
    user: await db.user.findUnique({ where: { id: userId } }),
    uploads,
    jobFiles,
    jobs: await db.job.findMany({ where, include: { rows: true, events: true } }),
    challenges: await db.jobChallenge.findMany({ where }),
    notes: await db.notification.findMany({ where }),
    credentials: await db.portalCredential.findMany({ where }),
    drafts: await db.credentialDraft.findMany({ where }),
    consents: await db.mailboxConsent.findMany({ where }),
    sessions: await db.session.findMany({ where, orderBy: { id: 'asc' } }),
    tokens: await db.apiToken.findMany({ where }),
    pushedTo: await db.pushSubscription.findMany({ where, include: { deliveries: true } }),
    webhooks: await db.webhook.findMany({ where, include: { deliveries: true } }),
    schedules: await db.jobSchedule.findMany({ where }),
    ledger: await db.ledgerAccount.findMany({ where, orderBy: { id: 'asc' } }),
    reservations: await db.reservation.findMany({ where }),
    orders: await db.purchaseOrder.findMany({ where }),
    attempts: await db.paymentAttempt.findMany({ where, include: { refunds: true, notices: true } }),
    transactions: await db.transaction.findMany({ where }),
    digests: await Promise.all(stored.map(async (key) => digest(await files.get(key)))),
  };
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
