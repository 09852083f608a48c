/** The acting party: a customer in person, or an API token that may be limited to some services. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';

/** The API token of a call. */
export type TokenGrant = {
  tokenId: string;
  /** Null for all services. */
  serviceIds: string[] | null;
};

export type Customer = {
  id: string;
  isAdmin: boolean;
  /** Absent if a person acts, or the platform on their behalf. */
  token?: TokenGrant;
};

/** Throws if the token is limited to other services. */
export function refuseOtherService({ token }: Pick<Customer, 'token'>, serviceId: string): void {
  const isOpen = !token?.serviceIds || token.serviceIds.includes(serviceId);
  if (!isOpen) throw new DomainError('API_TOKEN_SERVICE', { details: { serviceIds: token.serviceIds } });
}

/** Balance shown to administrators, whose jobs are free. */
const ADMIN_CREDITS = 999_999;

/** Returns a balance as its owner sees it, in credits. */
export const creditsShownTo = (
  { isAdmin }: Pick<Customer, 'isAdmin'>,
  balanceHundredths: bigint | number,
): number => (isAdmin ? ADMIN_CREDITS : creditsFromHundredths(balanceHundredths));
