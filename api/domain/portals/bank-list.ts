/** The list of banks that administrators keep. Banks are disabled, never deleted: jobs and logins name them. */
import type { Deps } from '#api/deps.ts';
import { changedValues, recordChange } from '#api/domain/accounts/audit.ts';
import type { BankEntry } from '#contracts/calls/banks-answers.ts';
import type { DeskNow } from '#contracts/calls/overview-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { addressVariable } from '#activities/portals/facts.ts';
import { banksPortal, FIRST_BANK, placeOfBank } from '#contracts/portals/bank-places.ts';
import { banksMax } from '#contracts/portals/bank-keys.ts';
import type { BankAddress } from '#contracts/portals/banks.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { Prisma, type ApprovalRequest } from '#prisma/generated/client.ts';
import { knownBank } from './banks.ts';
import { boardOf, type Board } from './portal-board.ts';

type Step = { adminId: string; reason: string };
type Named = { nameEn: string; nameBn: string; hasDesk: boolean };
type Changeable = Named & { isEnabled: boolean };

/** Adds a bank, which is switched off until it is enabled. Throws BANK_EXISTS and LIMIT_REACHED. */
export async function addBank(
  { db }: Pick<Deps, 'db'>,
  { key, ...named }: Named & { key: string },
  { adminId, reason }: Step,
): Promise<void> {
  const place = placeOfBank(key);
  await db.$transaction(async (tx) => {
    if ((await tx.bank.count()) >= banksMax) throw new DomainError('LIMIT_REACHED');
    await tx.bank
      .create({ data: { key, place, ...named, createdBy: adminId } })
      .catch((error: unknown) => Promise.reject(isTaken(error) ? new DomainError('BANK_EXISTS') : error));
    // A place without a record counts as connected, and workers record only portals, not banks.
    const state = { hasAddress: false };
    await tx.portalState.upsert({
      where: { portal: place },
      create: { portal: place, ...state },
      update: state,
    });
    const after = { key, ...named };
    await recordChange(tx, {
      adminId,
      action: 'bank added',
      subject: `bank/${key}`,
      reason,
      before: null,
      after,
    });
  });
}

const isTaken = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/**
 * Changes a bank's names, whether it has a desk, and whether it is offered. Running jobs continue. Throws BANK_UNKNOWN,
 * and CHANGED_MEANWHILE if the bank is no longer as it is `known`.
 */
export async function changeBank(
  { db }: Pick<Deps, 'db'>,
  key: string,
  { known, ...asked }: Changeable & { known?: Changeable | undefined },
  { adminId, reason }: Step,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT key FROM banks WHERE key = ${key} FOR UPDATE`;
    const { nameEn, nameBn, hasDesk, isEnabled } = await knownBank(tx, key);
    const before = { nameEn, nameBn, hasDesk, isEnabled };
    if (known && changedValues(before, known)) throw new DomainError('CHANGED_MEANWHILE');
    const change = changedValues(before, asked);
    if (!change) return;
    await tx.bank.update({ where: { key }, data: asked });
    await recordChange(tx, { adminId, action: 'bank changed', subject: `bank/${key}`, reason, ...change });
  });
}

/** Lists all banks with the state of their desks and the addresses that wait for a second administrator. */
export async function listBanks(deps: Pick<Deps, 'db' | 'clock'>): Promise<BankEntry[]> {
  const { db, clock } = deps;
  const [banks, board, asked] = await Promise.all([
    db.bank.findMany({ orderBy: [{ createdAt: 'asc' }, { key: 'asc' }], take: banksMax }),
    boardOf(deps),
    db.approvalRequest.findMany({
      where: { state: 'open', expiresAt: { gt: clock() }, subject: { startsWith: 'bank/' } },
      orderBy: { requestedAt: 'asc' },
    }),
  ]);
  const names = await namesOf(db, [
    ...banks.flatMap(({ proposedBy, confirmedBy }) => [proposedBy, confirmedBy]),
    ...asked.map(({ requestedBy }) => requestedBy),
  ]);
  return banks.map((bank) => {
    const { key, place, hasDesk } = bank;
    const waiting = asked.findLast(({ subject }) => subject === `bank/${key}`);
    const { state, since, detail, address, hosts: _, ...desk } = board(placeOfBank(key));
    return {
      key,
      place,
      nameEn: bank.nameEn,
      nameBn: bank.nameBn,
      hasDesk,
      isEnabled: bank.isEnabled,
      ...desk,
      addressVariable: key === FIRST_BANK ? addressVariable(banksPortal) : null,
      state: hasDesk ? state : 'documentsOnly',
      since: hasDesk ? since : null,
      detail: hasDesk ? detail : '',
      address: key === FIRST_BANK ? address : bank.address,
      hosts: bank.hosts,
      proposedBy: nameIn(names, bank.proposedBy),
      confirmedBy: nameIn(names, bank.confirmedBy),
      addressSetAt: bank.addressSetAt?.toISOString() ?? null,
      pending: waiting ? { ...askedIn(waiting), by: names.get(waiting.requestedBy) ?? '' } : null,
    };
  });
}

function askedIn({ change }: ApprovalRequest): BankAddress {
  const { address, hosts } = change as BankAddress;
  return { address, hosts };
}

const nameIn = (names: Map<string, string>, id: string | null): string | null =>
  id === null ? null : (names.get(id) ?? '');

async function namesOf(
  db: DatabaseOrTransaction,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))];
  const people = await db.user.findMany({ where: { id: { in: known } }, select: { id: true, name: true } });
  return new Map(people.map(({ id, name }) => [id, name]));
}

/**
 * Lists the desks of all banks but the first, which stands among the portals. A desk that a bank no longer has is listed
 * while jobs are left on it.
 */
export async function furtherDesks(db: DatabaseOrTransaction, board: Promise<Board>): Promise<DeskNow[]> {
  const banks = await db.bank.findMany({
    where: { key: { not: FIRST_BANK } },
    orderBy: [{ createdAt: 'asc' }, { key: 'asc' }],
    take: banksMax,
  });
  const known = await board;
  return banks.flatMap(({ key, nameEn, nameBn, hasDesk }) => {
    const place = placeOfBank(key);
    const { state, since, detail, jobs } = known(place);
    const isListed = hasDesk || Object.values(jobs).some((count) => count > 0);
    return isListed ? [{ place, nameEn, nameBn, state, since, detail, jobs }] : [];
  });
}
