/**
 * Adds what the other builders leave out, so that every table with an owner has a row with the customer's word in it.
 */
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Deps } from '#api/deps.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import { beginSecondFactor } from '#api/domain/accounts/second-factor.ts';
import { tableFilesOf } from '#api/domain/jobs/pdf-table-files.ts';
import { goLiveLists } from '#activities/portals/go-live-lists.ts';
import type { Account } from '#tests/harness/app.ts';
import type { Belongings } from '#tests/api/route-rows.ts';

type Of = { account: Account; word: string; belongings: Belongings };
type Store = Pick<Deps, 'db' | 'files' | 'vault'>;

const inAnHour = (): Date => new Date(Date.now() + HOUR_MS);

export async function plantTheRest(deps: Store, of: Of): Promise<void> {
  await tableFiles(deps, of);
  await accessRows(deps, of);
  await portalRows(deps, of);
  await paymentRows(deps, of);
  await livePage(deps, of);
  for (const state of ['failed', 'running', 'parked'] as const) await jobOf(deps, of, state);
}

/** The tables of the finished job's PDF, as a worker stores them. */
async function tableFiles({ files }: Store, { word, belongings }: Of): Promise<void> {
  const keys = tableFilesOf(belongings.jobId, 1);
  const put = (key: string, value: unknown) =>
    files.put(key, Buffer.from(JSON.stringify(value)), 'application/json');
  await put(keys.overview, { pageCount: 1, pages: [{ number: 1, tables: 0 }] });
  await put(keys.page(1), { width: 595, height: 842, tables: [] });
  await put(keys.contents(1), { text: word });
  await files.put(keys.picture(1), Buffer.from(word), 'image/png');
}

/** A picture and an input of the page that the job's open question is about. */
async function livePage({ db, vault }: Store, { account, word, belongings }: Of): Promise<void> {
  const { challengeId } = belongings;
  const frame = Buffer.from(word);
  await db.livePage.create({ data: { challengeId, frame, frameNumber: 1, widthPx: 1, heightPx: 1 } });
  const binding = sealBindings.liveInput({ userId: account.id, id: challengeId });
  await db.livePageInput.create({ data: { challengeId, sealed: await vault.seal(db, word, binding) } });
}

async function accessRows({ db, vault }: Store, { account, word }: Of): Promise<void> {
  const userId = account.id;
  await db.passkey.create({
    data: {
      id: randomUUID(),
      userId,
      name: word,
      publicKey: word,
      credentialID: word,
      counter: 0,
      deviceType: 'singleDevice',
      backedUp: false,
    },
  });
  // Begun and not confirmed, because an active factor would ask its owner for codes.
  await beginSecondFactor({ db, vault }, account.user);
  await db.recoveryCode.create({ data: { userId, digest: `${word}-digest` } });
  const { password } = await db.account.findFirstOrThrow({ where: { userId, password: { not: null } } });
  const rival = { name: word, company: word, mobile: word, password: password ?? '', createdAt: new Date() };
  await db.rivalRegistration.create({ data: { ...rival, userId } });
  await db.columnMapping.create({
    data: { userId, serviceId: 'exp-search', columns: { exp_serial: word }, updatedAt: new Date() },
  });
  await db.auditEntry.create({
    data: {
      adminId: 'nobody',
      action: 'user changed',
      subject: `user/${userId}`,
      after: { company: word },
      reason: word,
    },
  });
  await db.contactMessage.create({
    data: { name: word, email: account.email, subject: word, message: word },
  });
}

async function portalRows({ db, vault }: Store, { account, word, belongings }: Of): Promise<void> {
  const hourAgo = new Date(Date.now() - HOUR_MS);
  // A version belongs to everybody, and is there once.
  const version = { portal: 'cpa', version: 1 };
  await db.portalPageMap.upsert({
    where: { portal_version: version },
    create: {
      ...version,
      changes: {},
      reason: 'planted',
      publishedBy: 'an administrator',
      publishedAt: hourAgo,
    },
    update: {},
  });
  const checkedItem = { portal: 'cpa', item: goLiveLists.cpa[0]?.id ?? '' };
  await db.portalCheck.upsert({
    where: { portal_item: checkedItem },
    create: { ...checkedItem, note: 'planted', checkedBy: 'an administrator', checkedAt: hourAgo },
    update: {},
  });
  await probeRows({ db, vault }, hourAgo);
  const picture = await db.jobFile.findFirst({ where: { jobId: belongings.jobId } });
  if (picture)
    await db.jobPageElements.upsert({
      where: { fileId: picture.id },
      create: { fileId: picture.id, widthPx: 1, heightPx: 1, elements: { [word]: { count: 1, boxes: [] } } },
      update: {},
    });
  await db.portalOutage.create({
    data: { portal: 'cpa', kind: 'down', beganAt: hourAgo, endedAt: new Date() },
  });
  const userId = account.id;
  const { jobId } = belongings;
  const binding = sealBindings.portalLogin({ userId, portal: 'hm_supplier' });
  const secret = await vault.seal(db, `${word}-password`, binding);
  const login = { userId, portal: 'hm_supplier', username: word, secret };
  await db.portalCredential.create({ data: { ...login, managedBy: 'an administrator' } });
  const id = randomUUID();
  const draft = await vault.seal(db, `${word}-password`, sealBindings.draft({ ...login, id }));
  await db.credentialDraft.create({ data: { ...login, id, secret: draft } });
  const consent = { userId, id: `${word}-consent`, provider: 'google', begunAt: new Date() };
  const kept = await vault.seal(db, `${word}-verifier`, sealBindings.mailboxConsent(consent));
  await db.mailboxConsent.create({ data: { ...consent, secret: kept } });
  await db.portalReference.create({
    data: { userId, kind: 'permit', value: word.toUpperCase(), login: word, provedAt: new Date() },
  });
  const filed = { portal: 'hm', key: `${word}/1`, userId, jobId, rowNumber: 1, reference: word };
  await db.portalIntent.create({ data: { ...filed, state: 'committed' } });
  await db.portalLease.create({ data: { portal: 'hm', login: word, holder: `job/${word}`, userId } });
  await db.$executeRaw`
    INSERT INTO portal_extra_places (token, portal, holder, places)
    VALUES (nextval('portal_lease_tokens'), 'hm', ${`job/${word}`}, 1)`;
  await db.portalTurn.create({ data: { portal: 'hm', userId, servedAt: new Date() } });
}

/** What probes have and know of a portal belongs to the platform, and is there once. */
async function probeRows({ db, vault }: Pick<Store, 'db' | 'vault'>, seenAt: Date): Promise<void> {
  const portal = 'bank-ci';
  const secret = await vault.seal(db, 'planted-password', sealBindings.probeLogin(portal));
  const login = { username: 'planted', secret, everyMinutes: 60, savedBy: 'an administrator' };
  await db.portalProbeLogin.upsert({
    where: { portal },
    create: { portal, ...login, savedAt: seenAt },
    update: {},
  });
  const which = { portal, page: 'claims', kind: 'good' };
  const place = { pictureKey: 'portals/bank-ci/claims.png', htmlKey: 'portals/bank-ci/claims.html' };
  await db.portalPage.upsert({
    where: { portal_page_kind: which },
    create: { ...which, ...place, widthPx: 1, heightPx: 1, elements: {}, seenAt },
    update: {},
  });
}

async function paymentRows({ db }: Store, { word, belongings }: Of): Promise<void> {
  const { attemptId, userId, jobId } = belongings;
  const counted = { objective: 'payments', day: new Date() };
  await db.objectiveDay.upsert({
    where: { objective_day: counted },
    create: { ...counted, good: 1n, total: 1n },
    update: {},
  });
  // The verification of the ledger adds up each account.
  await db.ledgerAuditSum.create({ data: { pass: 'planted', accountId: `customer:${userId}` } });
  // A signature like bKash's: without it, anybody could use the return address.
  await db.paymentAttempt.update({ where: { id: attemptId }, data: { signature: `${word}-sign` } });
  const refund = { attemptId, amount: 100n, reason: word, state: 'done', refundTrxId: `${word}-refund` };
  await db.paymentRefund.create({ data: { key: `${word}-refund`, ...refund } });
  await db.paymentOpenEnd.create({
    data: { attemptId, kind: 'refund_unknown', subject: word, amount: 100n, detail: word },
  });
  await db.ipnMessage.create({
    data: { messageId: word, trxId: word, amount: 100n, body: { word }, attemptId },
  });
  await db.reservation.create({
    data: { jobId, attempt: 1, userId, amount: 100n, captured: 100n, settledAt: new Date() },
  });
}

/** A job of a sheet whose row has failed, or that is still running. */
async function jobOf(
  { db, files }: Store,
  { account, word }: Of,
  state: 'failed' | 'running' | 'parked',
): Promise<void> {
  const userId = account.id;
  const serviceId = 'ctg-port-tracking';
  const fileName = `${word}-${state}.csv`;
  const fileKey = `uploads/${word}-${state}`;
  await files.put(fileKey, Buffer.from(`container_no\n${word}\n`), 'text/csv');
  const file = { userId, serviceId, fileName };
  const upload = await db.upload.create({ data: { ...file, fileKey, sizeBytes: 20, sha256: word } });
  const isOver = state === 'failed';
  await db.job.create({
    data: {
      ...file,
      serviceName: 'CTG port tracking',
      uploadId: upload.id,
      portal: 'cpa',
      state,
      rowsTotal: 1,
      costPerRow: 100,
      headers: ['Container No'],
      rows: {
        create: {
          rowNumber: 1,
          source: { 'Container No': 'MSKU6011672' },
          data: { container_no: 'MSKU6011672' },
          message: word,
          ...(isOver ? { outcome: 'PORTAL_DOWN' } : {}),
        },
      },
      ...(state === 'parked'
        ? { waiting: { kind: 'person', since: new Date().toISOString(), message: 'A question.' } }
        : {}),
      ...(isOver ? { rowsDone: 1, rowsFailed: 1, finishedAt: new Date(), expiresAt: inAnHour() } : {}),
    },
  });
}
