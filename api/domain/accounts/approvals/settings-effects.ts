/** Changes of the settings that may require two administrators: their values, and the limits of one administrator. */
import { isDeepStrictEqual } from 'node:util';
import { aloneLimits, storeAloneLimits } from '#api/domain/accounts/alone-limits.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { changeOfSettings, isAboutPrices, updateSettings } from '#api/domain/site/settings.ts';
import { DomainError } from '#contracts/errors.ts';
import type { Transaction } from '#prisma/client.ts';
import { nothingAfter, type Effect, type RequestedChanges } from './contract.ts';

/** A value that was not seen, or that stays, is shown alone. */
const shownChange = (before: number | undefined, after: number): string | number =>
  before === undefined || before === after ? after : `${before} → ${after}`;

export const aloneLimit: Effect<'limits'> = {
  subject: () => 'settings',
  values: ({ creditsMax, refundBdtMax, seen }) => ({
    creditsMax: shownChange(seen?.creditsMax, creditsMax),
    refundBdtMax: shownChange(seen?.refundBdtMax, refundBdtMax),
  }),
  weigh: async (tx, requested) => {
    const before = await aloneLimits(tx);
    const isRaised = requested.creditsMax > before.creditsMax || requested.refundBdtMax > before.refundBdtMax;
    return { isAboutRights: isRaised };
  },
  withWhatWasSeen: async (tx, given) => ({ ...given, seen: await aloneLimits(tx) }),
  apply: async (tx, _deps, { creditsMax, refundBdtMax, seen }, { adminId, reason }) => {
    const before = await aloneLimits(tx);
    if (seen && !isDeepStrictEqual(seen, before)) throw new DomainError('APPROVAL_OUTDATED');
    const after = { creditsMax, refundBdtMax };
    await storeAloneLimits(tx, after);
    const change = { adminId, reason, action: 'limits of one administrator changed', subject: 'settings' };
    await recordChange(tx, { ...change, before, after });
    return { answer: null, after: nothingAfter };
  },
};

/**
 * Throws if the settings have changed since the request, so that confirming it overwrites only what the requester
 * saw.
 */
async function requireStillSeen(
  tx: Transaction,
  { wishes: requested, seen }: RequestedChanges['settings'],
): Promise<void> {
  if (!seen) return;
  const now = await changeOfSettings(tx, requested);
  if (!isDeepStrictEqual(now, seen)) throw new DomainError('APPROVAL_OUTDATED');
}

export const settings: Effect<'settings'> = {
  subject: () => 'settings',
  values: ({ seen }) =>
    Object.fromEntries(
      Object.entries(seen?.after ?? {}).map(([name, after]) => {
        const before = seen?.before[name];
        return [name, typeof before === 'number' ? `${before} → ${after}` : after];
      }),
    ),
  weigh: async (tx, { wishes: requested }) => {
    const change = await changeOfSettings(tx, requested);
    return { isAboutPrices: change !== null && isAboutPrices(change) };
  },
  withWhatWasSeen: async (tx, given) => {
    const seen = await changeOfSettings(tx, given.wishes);
    return seen ? { ...given, seen } : given;
  },
  apply: async (tx, _deps, change, by) => {
    await requireStillSeen(tx, change);
    return { answer: await updateSettings(tx, change.wishes, by), after: nothingAfter };
  },
};
