/**
 * Requests that one administrator makes and another confirms or refuses. Each is decided once and expires after a
 * day.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '#api/deps.ts';
import { approvalStates, type ApprovalKind } from '#contracts/accounts/approval-rules.ts';
import type { Approval } from '#contracts/calls/accounts-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import type { ApprovalRequest } from '#prisma/generated/client.ts';
import { requireStillAdmin } from './admin-rights.ts';
import { needsSecond } from './alone-limits.ts';
import { notifyOfRequest, notifyOfDecision } from './approval-notices.ts';
import type { Answers, By, RequestedChange } from './approvals/contract.ts';
import { effectOf } from './approvals/effects.ts';
import { recordChange, withPersonalFieldsNamed } from './audit.ts';

/** Maximum number of requests closed per pass; the next pass takes the rest. */
const EXPIRED_MAX = 500;

export type Waiting = { id: string; expiresAt: Date };

/**
 * Carries out the request at once, or stores it until a second administrator confirms it, unless it could not be
 * carried out. The same key is the same act. Without a key, a request identical to one that is already waiting is not created again.
 */
export async function propose<Kind extends ApprovalKind>(
  deps: Deps,
  change: RequestedChange<Kind>,
  given: Omit<By, 'key'> & { key?: string | null },
): Promise<{ answer: Answers[Kind] } | { waiting: Waiting }> {
  const effect = effectOf(change.kind);
  const by = { ...given, key: given.key ?? randomUUID() };
  const { adminId, reason } = by;
  const decided = await deps.db.$transaction(async (tx) => {
    await requireStillAdmin(tx, adminId);
    const key = `${change.kind}:${adminId}:${by.key}`;
    const earlier = await tx.approvalRequest.findUnique({ where: { key } });
    if (earlier && !isDeepStrictEqual(requestedChangeOf(earlier), plain(change)))
      throw new DomainError('IDEMPOTENCY_KEY_REUSED');
    if (earlier) return { waiting: earlier, isNew: false };
    const act = { adminId, key, subject: effect.subject(change), reason };
    const weight = await effect.weigh(tx, change);
    if (weight.isAboutRights && act.subject === `user/${adminId}`) throw new DomainError('OWN_ACCOUNT');
    if (await needsSecond(tx, deps, weight, act)) {
      await effect.check?.(tx, deps, change, by);
      const kept = plain(effect.withWhatWasSeen ? await effect.withWhatWasSeen(tx, change) : change);
      const same = by.key !== given.key ? await sameRequest(tx, kept, act) : null;
      return { waiting: same ?? (await keep(tx, deps, kept, { ...by, key })), isNew: !same };
    }
    return effect.apply(tx, deps, change, by);
  });
  if ('waiting' in decided) {
    if (decided.isNew) await notifyOfRequest(deps, decided.waiting);
    return { waiting: decided.waiting };
  }
  await decided.after();
  return { answer: decided.answer };
}

/** Removes undefined values, as the database stores it. */
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

const sameRequest = (
  tx: Transaction,
  change: RequestedChange<ApprovalKind>,
  { adminId, subject }: { adminId: string; subject: string },
): Promise<ApprovalRequest | null> =>
  tx.approvalRequest.findFirst({
    where: { requestedBy: adminId, subject, state: 'open', change: { equals: change } },
  });

async function keep<Kind extends ApprovalKind>(
  tx: Transaction,
  { clock }: Pick<Deps, 'clock'>,
  kept: RequestedChange<Kind>,
  { adminId, reason, key }: By,
): Promise<ApprovalRequest> {
  const effect = effectOf(kept.kind);
  const now = clock();
  const request = await tx.approvalRequest.create({
    data: {
      id: randomUUID(),
      key,
      change: kept,
      subject: effect.subject(kept),
      reason,
      requestedBy: adminId,
      requestedAt: now,
      expiresAt: new Date(now.getTime() + limits.approvalMs),
    },
  });
  await noteStep(tx, request, { adminId, step: 'requested', reason });
  return request;
}

type Step = 'requested' | 'confirmed' | 'refused' | 'withdrawn' | 'expired';

function noteStep(
  tx: Transaction,
  request: ApprovalRequest,
  { adminId, step, reason }: { adminId: string; step: Step; reason: string },
): Promise<void> {
  const change = requestedChangeOf(request);
  const values = effectOf(change.kind).values(change);
  const loggedValues = change.kind === 'user' ? withPersonalFieldsNamed(values) : values;
  return recordChange(tx, {
    adminId,
    action: `approval ${step}`,
    subject: request.subject,
    before: null,
    after: { request: request.id, kind: change.kind, ...loggedValues },
    reason,
  });
}

/** Only `keep` writes this column. */
const requestedChangeOf = ({ change }: ApprovalRequest): RequestedChange<ApprovalKind> =>
  change as unknown as RequestedChange<ApprovalKind>;

/** Locks a request, so that of two concurrent decisions the second finds it already decided. */
async function lockedRequest(tx: Transaction, id: string): Promise<ApprovalRequest> {
  await tx.$queryRaw`SELECT id FROM approval_requests WHERE id = ${id}::uuid FOR UPDATE`;
  const request = await tx.approvalRequest.findUnique({ where: { id } });
  if (!request) throw new DomainError('NOT_FOUND');
  return request;
}

function requireOpen({ state, expiresAt }: ApprovalRequest, now: Date): void {
  if (state !== 'open' || expiresAt <= now) throw new DomainError('APPROVAL_OVER');
}

/**
 * Confirms a request as the second administrator, whose proof was checked before. The requested act is carried out in
 * the same transaction.
 */
export async function confirmApproval(deps: Deps, id: string, adminId: string): Promise<void> {
  const { request, after } = await deps.db.$transaction(async (tx) => {
    const locked = await lockedRequest(tx, id);
    if (locked.requestedBy === adminId) throw new DomainError('APPROVAL_OWN');
    await requireStillAdmin(tx, adminId);
    if (isUnfinished(locked)) return { request: locked, after: () => resume(deps, locked) };
    requireOpen(locked, deps.clock());
    await requireStillAdmin(tx, locked.requestedBy).catch(() => {
      throw new DomainError('APPROVAL_OUTDATED');
    });
    await decide(tx, locked, { adminId, state: 'confirmed', reason: '', now: deps.clock() });
    const change = requestedChangeOf(locked);
    const done = await effectOf(change.kind).apply(tx, deps, change, actOf(locked));
    return { request: locked, after: done.after };
  });
  await after();
  await deps.db.approvalRequest.update({ where: { id }, data: { carriedOutAt: deps.clock() } });
  await notifyOfDecision(deps, request, { adminId, how: 'confirmed' });
}

/** Attributes the act to the requester, with a key that none of their own calls can have. */
const actOf = ({ id, requestedBy, reason }: ApprovalRequest): By => ({
  adminId: requestedBy,
  reason,
  key: `approval:${id}`,
});

const isUnfinished = ({ state, carriedOutAt }: ApprovalRequest): boolean =>
  state === 'confirmed' && carriedOutAt === null;

async function resume(deps: Deps, request: ApprovalRequest): Promise<void> {
  const change = requestedChangeOf(request);
  await effectOf(change.kind).resume?.(deps, change, actOf(request));
}

/** Refuses a request. Throws APPROVAL_OWN for one's own request, and APPROVAL_OVER if it is decided or expired. */
export async function refuseApproval(
  deps: Deps,
  id: string,
  { adminId, reason }: { adminId: string; reason: string },
): Promise<void> {
  const request = await deps.db.$transaction(async (tx) => {
    const locked = await lockedRequest(tx, id);
    if (locked.requestedBy === adminId) throw new DomainError('APPROVAL_OWN');
    await requireStillAdmin(tx, adminId);
    requireOpen(locked, deps.clock());
    await decide(tx, locked, { adminId, state: 'refused', reason, now: deps.clock() });
    return locked;
  });
  await notifyOfDecision(deps, request, { adminId, how: 'refused' });
}

/** Withdraws one's own request. Throws APPROVAL_OVER if it is decided or expired. */
export async function withdrawApproval(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  adminId: string,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const locked = await lockedRequest(tx, id);
    if (locked.requestedBy !== adminId) throw new DomainError('FORBIDDEN');
    requireOpen(locked, clock());
    await decide(tx, locked, { adminId, state: 'withdrawn', reason: '', now: clock() });
  });
}

async function decide(
  tx: Transaction,
  request: ApprovalRequest,
  given: { adminId: string; state: 'confirmed' | 'refused' | 'withdrawn'; reason: string; now: Date },
): Promise<void> {
  const { adminId, state, reason, now } = given;
  await tx.approvalRequest.update({
    where: { id: request.id },
    data: { state, decidedBy: adminId, decidedAt: now, decisionReason: reason },
  });
  await noteStep(tx, request, { adminId, step: state, reason });
}

/**
 * Marks expired requests and adds their audit entries. An expired request cannot be decided even before this has run.
 */
export function expireApprovals(db: Database, now: Date): Promise<void> {
  return db.$transaction(async (tx) => {
    const expired = await tx.approvalRequest.findMany({
      where: { state: 'open', expiresAt: { lte: now } },
      take: EXPIRED_MAX,
    });
    for (const request of expired) {
      const { count } = await tx.approvalRequest.updateMany({
        where: { id: request.id, state: 'open' },
        data: { state: 'expired', decidedAt: now },
      });
      if (count > 0)
        await noteStep(tx, request, { adminId: request.requestedBy, step: 'expired', reason: '' });
    }
  });
}

/** Counts the requests that can still be decided. */
export const openApprovals = (db: DatabaseOrTransaction, now: Date): Promise<number> =>
  db.approvalRequest.count({ where: { state: 'open', expiresAt: { gt: now } } });

/**
 * Lists open requests first, those that expire next before the others, then closed ones, newest first. `openCount` is
 * the number of all open requests, also of those that the list has no room for.
 */
export async function listApprovals({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<{ approvals: Approval[]; openCount: number }> {
  const now = clock();
  await expireApprovals(db, now);
  const take = limits.approvalsListMax;
  const [open, over, openCount] = await Promise.all([
    db.approvalRequest.findMany({
      where: { state: 'open' },
      orderBy: [{ expiresAt: 'asc' }, { id: 'asc' }],
      take,
    }),
    db.approvalRequest.findMany({
      where: { state: { not: 'open' } },
      orderBy: { requestedAt: 'desc' },
      take,
    }),
    openApprovals(db, now),
  ]);
  const requests = [...open, ...over];
  const named = requests.flatMap(({ requestedBy, decidedBy, subject }) => [
    requestedBy,
    decidedBy ?? requestedBy,
    subject.replace(/^user\//, ''),
  ]);
  const people = await db.user.findMany({
    where: { id: { in: named } },
    select: { id: true, name: true, email: true },
  });
  const personOf = new Map(people.map((person) => [person.id, person]));
  return { approvals: requests.map((request) => approvalView(request, (id) => personOf.get(id))), openCount };
}

function approvalView(
  request: ApprovalRequest,
  personOf: (id: string) => Approval['requestedBy'] | undefined,
): Approval {
  const { id, subject, reason, requestedBy, requestedAt, expiresAt, decidedBy, decidedAt, decisionReason } =
    request;
  const change = requestedChangeOf(request);
  const person = (userId: string) => personOf(userId) ?? { id: userId, name: '', email: '' };
  return {
    id,
    kind: change.kind,
    subject,
    subjectEmail: personOf(subject.replace(/^user\//, ''))?.email ?? null,
    values: effectOf(change.kind).values(change),
    reason,
    state: approvalStates.find((state) => state === request.state) ?? 'expired',
    requestedBy: person(requestedBy),
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    decidedBy: decidedBy === null ? null : person(decidedBy),
    decidedAt: decidedAt?.toISOString() ?? null,
    decisionReason,
    isUnfinished: isUnfinished(request),
  };
}
