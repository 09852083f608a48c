/** Tells whether the customer has saved the portal login that a service needs. */
import { useQuery } from '@tanstack/react-query';
import { credentialAt } from '#contracts/portals/portal-logins.ts';
import type { ServiceSummary } from '#services/contract.ts';
import { loginUsableQuery } from '#web/features/portals/queries.ts';
import type { ChosenBank } from './bank-choice.tsx';
import { bankStateOf } from './start-reason.ts';

/** Returns the portal whose login a start needs (null if it needs none), and whether the login is saved. */
export function useLoginState(
  service: ServiceSummary | null,
  choice: { documentsOnly: boolean; chosen: ChosenBank | undefined; userId: string },
) {
  const { documentsOnly, chosen, userId } = choice;
  const isKnown = bankStateOf(chosen) === 'ready';
  const kind = documentsOnly || !isKnown ? null : (service?.credentials ?? null);
  const portal = kind && credentialAt(kind, chosen?.place ?? '');
  const check = useQuery({
    ...loginUsableQuery(portal ?? 'bangladesh_bank_exp', userId),
    enabled: portal !== null,
  });
  if (portal === null) return { portal, state: 'ready' } as const;
  if (check.data === false) return { portal, state: 'missing' } as const;
  // If the check itself fails, the server decides at the start.
  return { portal, state: check.isPending ? 'checking' : 'ready' } as const;
}
