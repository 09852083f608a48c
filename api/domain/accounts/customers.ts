/** Who acts: a customer in person, or by an API token that is for some services only. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';

/** The token that a call came with. */
export type TokenGrant = {
  tokenId: string;
  /** Null for all. */
  serviceIds: string[] | null;
};

export type Customer = {
  id: string;
  isAdmin: boolean;
  /** Left out where a person acts, or the platform for one. */
  token?: TokenGrant;
};

/** Throws for a token that is for other services. */
export function refuseOtherService({ token }: Pick<Customer, 'token'>, serviceId: string): void {
  const isOpen = !token?.serviceIds || token.serviceIds.includes(serviceId);
  if (!isOpen) throw new DomainError('API_TOKEN_SERVICE', { details: { serviceIds: token.serviceIds } });
}

/** Shown to administrators, whose work costs nothing. */
const ADMIN_CREDITS = 999_999;

/** A balance as its owner sees it, in credits. */
export const creditsShownTo = (
  { isAdmin }: Pick<Customer, 'isAdmin'>,
  balanceHundredths: bigint | number,
): number => (isAdmin ? ADMIN_CREDITS : creditsFromHundredths(balanceHundredths));
