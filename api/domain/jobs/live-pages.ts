/**
 * A portal's page that a customer works on live. The browser is in a worker and the customer at the API, so the latest
 * picture and what the customer does pass through the database; all of it is deleted when the question ends.
 */
import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import { sealBindings } from '#api/domain/portals/sealed-columns.ts';
import { DomainError } from '#contracts/errors.ts';
import type { LiveInput } from '#contracts/jobs/live-pages.ts';
import { limits } from '#contracts/limits.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';

/** The question of one customer's job that the page belongs to. */
export type LiveQuestionRef = { id: string; jobId: string; userId: string };
/** The time until which a window keeps control that shows the page now. */
const afterControl = Prisma.sql`clock_timestamp() + make_interval(secs => ${limits.liveControlMs / 1_000})`;

type LiveDeps = Pick<Deps, 'db' | 'vault' | 'clock'>;

/** Creates the question's live page if it is missing: PostgreSQL empties an unlogged table after a crash. */
export async function openLivePage(db: DatabaseOrTransaction, challengeId: string): Promise<void> {
  await db.livePage.createMany({ data: [{ challengeId }], skipDuplicates: true });
}

/** Deletes the live pages of a question or a job, with everything in them. */
export async function closeLivePages(
  db: DatabaseOrTransaction,
  challenge: { id: string } | { jobId: string },
): Promise<void> {
  await db.livePage.deleteMany({ where: { challenge } });
}

/** Deletes live pages whose step died and was not repeated. */
export async function deleteLivePages(db: Database, now: Date): Promise<void> {
  await db.livePage.deleteMany({
    where: { challenge: { OR: [{ state: { not: 'open' } }, { expiresAt: { lt: now } }] } },
  });
}

/**
 * Gives the caller's window control of the page, and returns the id that proves it. Throws LIVE_PAGE_TAKEN while
 * another window shows the page, unless `takeOver`; CHALLENGE_OVER if the question is not open.
 */
export async function takeControl(
  { db, clock }: LiveDeps,
  question: LiveQuestionRef,
  { takeOver }: { takeOver: boolean },
): Promise<string> {
  await requireOpen(db, question, clock());
  await openLivePage(db, question.id);
  const control = randomUUID();
  const taken = await db.$executeRaw`
    UPDATE live_pages SET control = ${control}::uuid, watched_until = ${afterControl}, last_call = 0
    WHERE challenge_id = ${question.id}::uuid
      AND (${takeOver} OR watched_until IS NULL OR watched_until < clock_timestamp())`;
  if (taken === 0) throw new DomainError('LIVE_PAGE_TAKEN');
  return control;
}

type LiveState = {
  expiresAt: Date;
  refusals: number;
  frameNumber: number;
  widthPx: number;
  heightPx: number;
  /** Null if the caller has already seen this picture. */
  frame: Uint8Array | null;
};
export type LiveView = ({ end: null } & LiveState) | { end: 'over' | 'taken' };

/** Returns the current state of the page, with its picture unless the caller has already seen it (`seen`). */
export async function viewLivePage(
  { db, clock }: LiveDeps,
  { id, jobId, userId }: LiveQuestionRef,
  { control, seen }: { control: string; seen: number },
): Promise<LiveView> {
  const [view] = await db.$queryRaw<(LiveState & { isMine: boolean | null })[]>`
    SELECT c.expires_at AS "expiresAt", p.control = ${control}::uuid AS "isMine", p.refusals,
      p.frame_number AS "frameNumber", p.width_px AS "widthPx", p.height_px AS "heightPx",
      CASE WHEN p.frame_number <> ${seen} THEN p.frame END AS frame
    FROM job_challenges c LEFT JOIN live_pages p ON p.challenge_id = c.id
    WHERE c.id = ${id}::uuid AND c.job_id = ${jobId}::uuid AND c.user_id = ${userId}
      AND c.state = 'open' AND c.expires_at > ${clock()}`;
  if (!view) return { end: 'over' };
  const { isMine, ...state } = view;
  return isMine ? { end: null, ...state } : { end: 'taken' };
}

/** Extends a window's control of the page. Pictures of the page are made only while a window has control. */
export async function keepControl(db: Database, id: string, control: string): Promise<void> {
  await db.$executeRaw`
    UPDATE live_pages SET watched_until = ${afterControl}
    WHERE challenge_id = ${id}::uuid AND control = ${control}::uuid`;
}

/** Lets another window take control at once. This one can return as long as no other has taken control. */
export async function leaveControl(db: Database, id: string, control: string): Promise<void> {
  await db.$executeRaw`
    UPDATE live_pages SET watched_until = NULL WHERE challenge_id = ${id}::uuid AND control = ${control}::uuid`;
}

/**
 * Adds the customer's inputs to the page's queue, encrypted. Does nothing if a call with this number or a later one has
 * been stored since control was taken: the client repeats a call whose answer was lost, and sends one call at a time.
 * Throws LIVE_PAGE_TAKEN if another window has control, TOO_MANY_REQUESTS while too many calls wait in the queue, and
 * CHALLENGE_OVER.
 */
export async function sendInputs(
  { db, vault, clock }: LiveDeps,
  question: LiveQuestionRef,
  { control, number, inputs }: { control: string; number?: number | undefined; inputs: readonly LiveInput[] },
): Promise<void> {
  await requireOpen(db, question, clock());
  const challengeId = question.id;
  const sealed = await vault.seal(db, JSON.stringify(inputs), sealBindings.liveInput(question));
  await db.$transaction(async (tx) => {
    const [page] = await tx.$queryRaw<{ isMine: boolean | null; lastCall: number }[]>`
      SELECT control = ${control}::uuid AS "isMine", last_call AS "lastCall" FROM live_pages
      WHERE challenge_id = ${challengeId}::uuid FOR UPDATE`;
    if (!page?.isMine) throw new DomainError(page ? 'LIVE_PAGE_TAKEN' : 'CHALLENGE_OVER');
    if (number !== undefined && number <= page.lastCall) return;
    const waiting = await tx.livePageInput.count({ where: { challengeId } });
    if (waiting >= limits.liveCallsWaitingMax) throw new DomainError('TOO_MANY_REQUESTS');
    await tx.livePageInput.create({ data: { challengeId, sealed } });
    if (number !== undefined)
      await tx.livePage.update({ where: { challengeId }, data: { lastCall: number } });
  });
}

async function requireOpen(db: Database, question: LiveQuestionRef, now: Date): Promise<void> {
  const where = { ...question, kind: 'live', state: 'open', expiresAt: { gt: now } };
  if ((await db.jobChallenge.count({ where })) === 0) throw new DomainError('CHALLENGE_OVER');
}

export type LiveWork = {
  /** False once the question has been closed, or asked again by another worker. */
  isOpen: boolean;
  isWatched: boolean;
  inputs: LiveInput[];
};

/** Takes the customer's inputs from the queue, in order, for the step that holds the page. */
export async function takeLiveWork(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  question: Pick<LiveQuestionRef, 'id' | 'userId'>,
): Promise<LiveWork> {
  const { id } = question;
  const [work] = await db.$queryRaw<{ state: string; isWatched: boolean | null; sealed: string[] | null }[]>`
    WITH taken AS (
      DELETE FROM live_page_inputs WHERE challenge_id = ${id}::uuid RETURNING id, sealed
    )
    SELECT c.state, p.watched_until > clock_timestamp() AS "isWatched",
      (SELECT array_agg(sealed ORDER BY id) FROM taken) AS sealed
    FROM job_challenges c LEFT JOIN live_pages p ON p.challenge_id = c.id WHERE c.id = ${id}::uuid`;
  const inputs: LiveInput[] = [];
  for (const each of work?.sealed ?? [])
    inputs.push(...(JSON.parse(await vault.open(db, each, sealBindings.liveInput(question))) as LiveInput[]));
  return { isOpen: work?.state === 'open', isWatched: work?.isWatched ?? false, inputs };
}

/** Replaces the stored picture, as long as somebody watches. */
export async function storeFrame(
  db: Database,
  id: string,
  { jpeg, widthPx, heightPx }: { jpeg: Uint8Array<ArrayBuffer>; widthPx: number; heightPx: number },
): Promise<void> {
  await db.$executeRaw`
    UPDATE live_pages SET frame = ${jpeg}, frame_number = frame_number + 1, width_px = ${widthPx}, height_px = ${heightPx}
    WHERE challenge_id = ${id}::uuid AND watched_until > clock_timestamp()`;
}

/** Deletes the picture when nobody watches any more. */
export async function deleteFrame(db: Database, id: string): Promise<void> {
  await db.livePage.updateMany({ where: { challengeId: id }, data: { frame: null } });
}

/** Counts a refusal, from which the customer's window learns that the page does not look finished. */
export async function refuseDone(db: Database, id: string): Promise<void> {
  await db.livePage.updateMany({ where: { challengeId: id }, data: { refusals: { increment: 1 } } });
}
