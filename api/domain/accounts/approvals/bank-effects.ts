/** The act on a bank that requires two administrators: the change of its desk's address. */
import { setDeskAddress } from '#api/domain/portals/bank-addresses.ts';
import { knownBank } from '#api/domain/portals/banks.ts';
import { grantFreeLeases } from '#api/domain/portals/lease-grants.ts';
import { placeOfBank } from '#contracts/portals/bank-places.ts';
import type { Effect } from './contract.ts';

/** A password is typed where this address leads, so that one administrator alone never sets it. */
export const bankAddress: Effect<'bank_address'> = {
  subject: ({ bankKey }) => `bank/${bankKey}`,
  values: ({ address, hosts }) => ({ address, hosts }),
  weigh: async (tx, { bankKey }) => {
    await knownBank(tx, bankKey);
    return { isAboutRights: true };
  },
  withWhatWasSeen: async (tx, given) => {
    const { address, hosts } = await knownBank(tx, given.bankKey);
    return { ...given, seen: { address, hosts } };
  },
  apply: async (tx, deps, change, by) => {
    await setDeskAddress(tx, deps, change, by);
    return { answer: null, after: () => grantFreeLeases(deps, [placeOfBank(change.bankKey)]) };
  },
};
