/** Provides the banks that claims can be made at, and the names of logins for their desks. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { BankChoice } from '#contracts/calls/banks-answers.ts';
import { banksPortal, placeOfBank } from '#contracts/portals/bank-places.ts';
import {
  credentialAt,
  credentialPortalLabels,
  credentialPortalOf,
  credentialPortals,
  portalOfCredential,
  type CredentialName,
} from '#contracts/portals/portal-logins.ts';
import { call } from '#web/lib/client.ts';
import { useLanguage } from '#web/lib/language.ts';
import { usePortalName } from '#web/lib/portal-name.ts';

export const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: ({ signal }) => call('GET /api/banks', { signal }),
});

const loginOf = (bank: Pick<BankChoice, 'key'>): CredentialName =>
  credentialAt('bank_cash_incentive', placeOfBank(bank.key));

/** Returns all logins that can be saved: one for each portal, and one for the desk of each bank. */
export function loginsWith(banks: readonly BankChoice[]): CredentialName[] {
  const desks = banks.filter(({ hasDesk }) => hasDesk).map(loginOf);
  return credentialPortals.flatMap((portal): CredentialName[] =>
    portalOfCredential[portal] === banksPortal && desks.length > 0 ? desks : [portal],
  );
}

/** Returns the names of logins; that of a bank names the bank where there are several. */
export function useLoginLabel(): (name: CredentialName) => string {
  const language = useLanguage();
  const nameOf = usePortalName();
  const banks = useQuery(banksQuery).data?.banks ?? [];
  return (name) => {
    const label = nameOf(credentialPortalLabels[credentialPortalOf(name)]);
    const bank = banks.length > 1 ? banks.find((each) => loginOf(each) === name) : undefined;
    return bank ? `${label}, ${language === 'bn' ? bank.nameBn : bank.name}` : label;
  };
}
