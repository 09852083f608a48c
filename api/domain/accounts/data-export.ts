/**
 * Exports everything stored about a customer as one JSON document. It is streamed one page at a time, so that memory
 * use does not depend on its length. It omits secrets (passwords, session and API tokens, signing keys) and the names
 * of team members who acted.
 */
import { Readable } from 'node:stream';
import { english } from '#contracts/messages/render.ts';
import { storedMessage } from '#contracts/messages/message.ts';
import type { Deps } from '#api/deps.ts';
import { bdtFromPoisha } from '#contracts/payments/purchase-rules.ts';
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import type { Database } from '#prisma/client.ts';
import { userView } from './accounts.ts';
import { customerFileKinds } from '#api/domain/jobs/listed-files.ts';
import { listCredentials } from '#api/domain/portals/credentials.ts';
import { creditLinesFrom } from './data-export-credits.ts';
import { listPasskeys } from './passkeys.ts';
import { secondFactorState } from './second-factor.ts';

const PAGE_RECORDS = 200;
/** Maximum number of records of one kind; a document that reaches it is marked as incomplete. */
const RECORDS_MAX = 1_000_000;
/** Maximum number of characters buffered for a slow reader. */
const BUFFERED_CHARACTERS = 64 * 1024;

type Owner = { id: string; email: string };
type Extent = { complete: boolean };

/** Returns the document as a stream of JSON text. The database is read while the stream is consumed. */
export function exportData({ db, clock }: Pick<Deps, 'db' | 'clock'>, owner: Owner): Readable {
  return Readable.from(documentOf(db, owner, clock()), {
    objectMode: false,
    highWaterMark: BUFFERED_CHARACTERS,
  });
}

async function* documentOf(db: Database, owner: Owner, now: Date): AsyncGenerator<string> {
  const extent: Extent = { complete: true };
  const userId = owner.id;
  yield `{"exportedAt":${JSON.stringify(now)},\n"profile":${JSON.stringify(await userView(db, userId))}`;
  yield `,\n"portalLogins":${JSON.stringify(await loginsOf(db, userId))}`;
  yield `,\n"secondFactor":${JSON.stringify(await secondFactorState(db, userId))}`;
  yield `,\n"passkeys":${JSON.stringify(await listPasskeys(db, userId))}`;
  yield* list('sessions', pages(extent, sessionsFrom(db, userId)));
  yield* list('pushedTo', pages(extent, pushedToFrom(db, userId)));
  yield `,\n"ownSystems":${JSON.stringify(await ownSystemsOf(db, userId)).slice(0, -1)}`;
  yield* list('tokens', pages(extent, tokensFrom(db, userId)));
  yield '}';
  yield* list('contactMessages', pages(extent, contactMessagesFrom(db, owner.email)));
  yield `,\n"chosenColumns":${JSON.stringify(await columnsOf(db, userId))}`;
  yield `,\n"keptTableLayouts":${JSON.stringify(await keptTablesOf(db, userId))}`;
  yield `,\n"savedViews":${JSON.stringify(await savedViewsOf(db, userId))}`;
  yield* list('references', pages(extent, referencesFrom(db, userId)));
  yield* list('transactions', pages(extent, transactionsFrom(db, userId)));
  yield* list('creditHistory', pages(extent, creditLinesFrom(db, userId, PAGE_RECORDS)));
  yield* list('notifications', pages(extent, notificationsFrom(db, userId)));
  yield ',\n"jobs":[';
  yield* jobs(db, userId, extent);
  yield `]\n,"complete":${extent.complete}}\n`;
}

type Read<Item> = (after: Item | null) => Promise<Item[]>;

/** Yields pages until one is not full, or until RECORDS_MAX, which marks the export as incomplete. */
async function* pages<Item>(extent: Extent, read: Read<Item>): AsyncGenerator<Item[]> {
  let last: Item | null = null;
  for (let seen = 0; seen < RECORDS_MAX;) {
    const page: Item[] = await read(last);
    if (page.length === 0) return;
    yield page;
    if (page.length < PAGE_RECORDS) return;
    seen += page.length;
    last = page.at(-1) ?? null;
  }
  extent.complete = false;
}

async function* list<Item>(name: string, found: AsyncGenerator<Item[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`;
  yield* items(found);
  yield ']';
}

async function* items<Item>(found: AsyncGenerator<Item[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const page of found) {
    yield `${isFirst ? '\n' : ',\n'}${page.map((item) => JSON.stringify(item)).join(',\n')}`;
    isFirst = false;
  }
}

async function* jobs(db: Database, userId: string, extent: Extent): AsyncGenerator<string> {
  let isFirst = true;
  for await (const page of pages(extent, jobsFrom(db, userId))) {
    for (const { reservedAmount, capturedAmount, releasedAmount, ...stored } of page) {
      const job = readableJob(stored);
      const credits = {
        creditsReserved: creditsFromHundredths(reservedAmount),
        creditsUsed: creditsFromHundredths(capturedAmount),
        creditsReturned: creditsFromHundredths(releasedAmount),
      };
      const facts = JSON.stringify({ ...job, ...credits });
      yield `${isFirst ? '\n' : ',\n'}${facts.slice(0, -1)},"rows":[`;
      yield* items(pages(extent, rowsFrom(db, job.id)));
      yield ']}';
      isFirst = false;
    }
  }
}

/** The export is read without the platform, so its texts are in English. */
const text = (message: unknown): string => english(storedMessage(message));

const readableJob = <Job extends { errorMessage: unknown; events: { at: Date; message: unknown }[] }>(
  job: Job,
) => ({
  ...job,
  errorMessage: job.errorMessage === null ? null : text(job.errorMessage),
  events: job.events.map(({ at, message }) => ({ at, message: text(message) })),
});

type Created = { id: string; createdAt: Date };

const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/**
 * Returns the condition of the records that follow `after`, newest first. It compares values, because the record itself
 * may have been deleted since its page was read.
 */
const olderThan = (after: Created | null) =>
  after
    ? {
        createdAt: { lte: after.createdAt },
        OR: [{ createdAt: { lt: after.createdAt } }, { id: { lt: after.id } }],
      }
    : {};

/** Returns a reader of pages of jobs, newest first. */
const jobsFrom = (db: Database, userId: string) => (after: Created | null) =>
  db.job.findMany({
    where: { userId, state: { not: 'draft' }, ...olderThan(after) },
    orderBy: newestFirst,
    take: PAGE_RECORDS,
    select: {
      id: true,
      serviceId: true,
      serviceName: true,
      isPractice: true,
      fileName: true,
      bank: { select: { key: true, nameEn: true } },
      state: true,
      attempt: true,
      errorMessage: true,
      reservedAmount: true,
      capturedAmount: true,
      releasedAmount: true,
      createdAt: true,
      startedAt: true,
      finishedAt: true,
      expiresAt: true,
      events: { select: { at: true, message: true }, orderBy: { id: 'asc' } },
      files: {
        select: { name: true, sizeBytes: true, rowNumber: true },
        where: { kind: { in: customerFileKinds } },
      },
    },
  });

const rowsFrom = (db: Database, jobId: string) => async (after: { rowNumber: number } | null) => {
  const rows = await db.jobRow.findMany({
    where: { jobId, rowNumber: { gt: after?.rowNumber ?? -1 } },
    orderBy: { rowNumber: 'asc' },
    take: PAGE_RECORDS,
    select: {
      rowNumber: true,
      source: true,
      outcome: true,
      message: true,
      portalReference: true,
      values: true,
      sheets: true,
      documents: true,
      charged: true,
      sameAsRow: true,
      processedAt: true,
    },
  });
  return rows.map((row) => ({ ...row, message: text(row.message) }));
};

const columnsOf = (db: Database, userId: string) =>
  db.columnMapping.findMany({
    where: { userId },
    select: { serviceId: true, columns: true, updatedAt: true },
  });

const keptTablesOf = (db: Database, userId: string) =>
  db.keptTableLayout.findMany({
    where: { userId },
    select: { fileName: true, rules: true, correctedAt: true, usedAt: true },
  });

const savedViewsOf = (db: Database, userId: string) =>
  db.savedView.findMany({ where: { userId }, select: { name: true, filters: true, createdAt: true } });

type ReferenceKey = { kind: string; value: string };
const referencesFrom = (db: Database, userId: string) => (after: ReferenceKey | null) =>
  db.portalReference.findMany({
    where: {
      userId,
      ...(after
        ? { OR: [{ kind: { gt: after.kind } }, { kind: after.kind, value: { gt: after.value } }] }
        : {}),
    },
    orderBy: [{ kind: 'asc' }, { value: 'asc' }],
    take: PAGE_RECORDS,
    select: { kind: true, value: true, provedAt: true },
  });

const notificationsFrom = (db: Database, userId: string) => (after: Created | null) =>
  db.notification.findMany({
    where: { userId, ...olderThan(after) },
    orderBy: newestFirst,
    take: PAGE_RECORDS,
    select: { id: true, type: true, title: true, message: true, isRead: true, createdAt: true },
  });

function transactionsFrom(db: Database, userId: string) {
  return async (after: Created | null) => {
    const found = await db.transaction.findMany({
      where: { userId, ...olderThan(after) },
      orderBy: newestFirst,
      take: PAGE_RECORDS,
      include: { attempt: { select: { paymentId: true, trxId: true, payerMsisdn: true } } },
    });
    return found.map(
      ({ id, reference, method, status, message, amount, refunded, credits, buyer, createdAt, attempt }) => ({
        id,
        reference,
        method,
        status,
        message,
        amountBdt: bdtFromPoisha(amount),
        refundedBdt: bdtFromPoisha(refunded),
        credits: creditsFromHundredths(credits),
        buyerOnReceipt: buyer,
        createdAt,
        ...attempt,
      }),
    );
  };
}

async function loginsOf(db: Database, userId: string) {
  const [listed, stored] = await Promise.all([
    listCredentials({ db }, userId),
    db.portalCredential.findMany({
      where: { userId, managedBy: null },
      select: { portal: true, username: true, server: true, provider: true },
    }),
  ]);
  const known = new Map(stored.map(({ portal, ...login }) => [portal, login]));
  const nothing = { username: null, server: null, provider: null };
  return listed.map((login) => ({ ...login, ...(known.get(login.portal_name) ?? nothing) }));
}

const sessionsFrom = (db: Database, userId: string) => (after: Created | null) =>
  db.session.findMany({
    where: { userId, ...olderThan(after) },
    orderBy: newestFirst,
    take: PAGE_RECORDS,
    select: { id: true, ipAddress: true, userAgent: true, createdAt: true, updatedAt: true, expiresAt: true },
  });

/** Browsers that notifications are pushed to. Their addresses would let anybody call them, so only the host is named. */
const pushedToFrom = (db: Database, userId: string) => async (after: Created | null) => {
  const subscriptions = await db.pushSubscription.findMany({
    where: { userId, ...olderThan(after) },
    orderBy: newestFirst,
    take: PAGE_RECORDS,
    select: { id: true, endpoint: true, language: true, createdAt: true },
  });
  return subscriptions.map(({ endpoint, ...rest }) => ({ pushService: new URL(endpoint).host, ...rest }));
};

const tokensFrom = (db: Database, userId: string) => (after: Created | null) =>
  db.apiToken.findMany({
    where: { userId, ...olderThan(after) },
    orderBy: newestFirst,
    take: PAGE_RECORDS,
    select: {
      id: true,
      name: true,
      prefix: true,
      scopes: true,
      serviceIds: true,
      addressRanges: true,
      createdAt: true,
      expiresAt: true,
      lastUsedAt: true,
      lastUsedAddress: true,
      revokedAt: true,
    },
  });

/** An account can have only a few webhooks and schedules. */
async function ownSystemsOf(db: Database, userId: string) {
  const where = { userId };
  const [webhooks, schedules] = await Promise.all([
    db.webhook.findMany({ where, select: { url: true, events: true, enabled: true, createdAt: true } }),
    db.jobSchedule.findMany({
      where,
      select: {
        name: true,
        serviceId: true,
        fileName: true,
        minuteOfDay: true,
        enabled: true,
        createdAt: true,
      },
    }),
  ]);
  return { webhooks, schedules };
}

type Letter = Record<'id' | 'name' | 'email' | 'company' | 'subject' | 'message', string> & {
  submittedAt: Date;
};

/** Messages sent from the account's address, which is verified. The contact form keeps addresses as they are typed. */
const contactMessagesFrom = (db: Database, email: string) => (after: Letter | null) =>
  db.$queryRaw<Letter[]>`
    SELECT id, name, email, company, subject, message, submitted_at AS "submittedAt" FROM contact_messages
    WHERE lower(email) = ${email} AND (${after === null}
      OR (submitted_at, id) < (${after?.submittedAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY submitted_at DESC, id DESC LIMIT ${PAGE_RECORDS}::integer`;
