/** What administrators have checked of the portals' go-live lists. The lists themselves are in the code. */
import { recordChange } from '#api/domain/accounts/audit.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import type { PortalChecks } from '#contracts/calls/portals-answers.ts';
import type { PortalCheckBody } from '#contracts/portals/portal-checks.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { goLiveLists } from '#activities/portals/go-live-lists.ts';
import { banksPortal, bankPlacePrefix } from '#contracts/portals/bank-places.ts';
import { portalAt, type RealPlace } from '#contracts/portals/practice-portals.ts';
import type { PortalKey } from '#services/contract.ts';
import { knownPlace } from './banks.ts';

/** All banks share one list, but each has its own checks, because what one bank agreed to says nothing of another. */
const itemsOf = (place: RealPlace) => goLiveLists[portalAt(place)];

/** The items of the current list. An item whose text has changed has a new id, so nobody has checked it. */
const current = (place: RealPlace) => ({ in: itemsOf(place).map(({ id }) => id) });

/** Returns the list with who has checked each item, and when. */
export async function checksOf(db: Database, named: string): Promise<PortalChecks> {
  const portal = await knownPlace(db, named);
  const checks = await db.portalCheck.findMany({ where: { portal, item: current(portal) } });
  const people = await db.user.findMany({
    where: { id: { in: checks.map(({ checkedBy }) => checkedBy) } },
    select: { id: true, name: true },
  });
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  const checkOf = new Map(checks.map((check) => [check.item, check]));
  return {
    portal,
    items: itemsOf(portal).map(({ id, text }) => {
      const check = checkOf.get(id);
      return {
        id,
        text,
        check: check
          ? { by: nameOf.get(check.checkedBy) ?? '', at: check.checkedAt.toISOString(), note: check.note }
          : null,
      };
    }),
  };
}

/** Counts the checked items of the list of each portal and each bank's desk; those without any are left out. */
export async function checkCounts(db: Database): Promise<Map<string, number>> {
  const portals = Object.keys(goLiveLists) as PortalKey[];
  const counts = await db.portalCheck.groupBy({
    by: ['portal'],
    where: {
      OR: [
        ...portals.map((portal) => ({ portal, item: current(portal) })),
        { portal: { startsWith: bankPlacePrefix }, item: current(banksPortal) },
      ],
    },
    _count: true,
  });
  return new Map(counts.map(({ portal, _count }) => [portal, _count]));
}

type Change = PortalCheckBody & { portal: string; item: string; adminId: string };

/**
 * Checks an item, changes the note of its check, or takes the check back. A call that changes nothing leaves the
 * earlier check and its administrator.
 *
 * @throws DomainError PORTAL_CHECK_UNKNOWN for an item that the list does not have
 */
export async function changeCheck(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { item, adminId, checked, note, ...named }: Change,
): Promise<void> {
  const portal = await knownPlace(db, named.portal);
  const text = itemsOf(portal).find(({ id }) => id === item)?.text;
  if (text === undefined) throw new DomainError('PORTAL_CHECK_UNKNOWN');
  await db.$transaction(async (tx) => {
    await lockItem(tx, portal, item);
    const before = await tx.portalCheck.findUnique({ where: { portal_item: { portal, item } } });
    if ((before?.note ?? null) === (checked ? note : null)) return;
    if (checked) {
      const check = { note, checkedBy: adminId, checkedAt: clock() };
      await tx.portalCheck.upsert({
        where: { portal_item: { portal, item } },
        create: { portal, item, ...check },
        update: check,
      });
    } else await tx.portalCheck.delete({ where: { portal_item: { portal, item } } });
    await recordChange(tx, {
      adminId,
      action: checked ? 'go-live item checked' : 'go-live check taken back',
      subject: `portal/${portal}`,
      before: before && { item: text, note: before.note },
      after: checked ? { item: text, note } : null,
      reason: note,
    });
  });
}

/** Administrators who change the same item at the same time wait for each other, so that the audit log is in order. */
const lockItem = (tx: Transaction, portal: string, item: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`portal_check ${portal} ${item}`}, 0))`;
