/** The acting party: a customer in person, or an API token that may be limited to some services. */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { DomainError } from '#contracts/errors.ts';
import type { Transaction } from '#prisma/client.ts';
import { Prisma } from '#prisma/generated/client.ts';

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

/** Returns false if the token is limited to other services. */
export const seesService = ({ token }: Pick<Customer, 'token'>, serviceId: string): boolean =>
  !token?.serviceIds || token.serviceIds.includes(serviceId);

/** Throws if the token is limited to other services. */
export function refuseOtherService(customer: Pick<Customer, 'token'>, serviceId: string): void {
  if (seesService(customer, serviceId)) return;
  throw new DomainError('API_TOKEN_SERVICE', { details: { serviceIds: customer.token?.serviceIds ?? null } });
}

/**
 * Returns SQL that reads the account and its status, to be used inside a larger statement. Until the transaction ends, the
 * account can be neither deleted nor suspended.
 */
export const lockedAccount = (userId: string): Prisma.Sql => Prisma.sql`
  SELECT id, status FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR SHARE`;

/** Throws UNAUTHENTICATED or ACCOUNT_SUSPENDED if the account that was read is deleted or suspended. */
export function refuseInactive(account: { status: string } | undefined): void {
  if (!account) throw new DomainError('UNAUTHENTICATED');
  if (account.status !== 'active') throw new DomainError('ACCOUNT_SUSPENDED');
}

/**
 * Throws UNAUTHENTICATED or ACCOUNT_SUSPENDED if the account was deleted or suspended since the caller was recognised.
 * Until the transaction ends, neither can happen.
 */
export async function requireActive(tx: Transaction, userId: string): Promise<void> {
  const [account] = await tx.$queryRaw<{ status: string }[]>(lockedAccount(userId));
  refuseInactive(account);
}

/** Balance shown to administrators, whose jobs are free. */
const ADMIN_CREDITS = 999_999;

/** Returns a balance as its owner sees it, in credits. */
export const creditsShownTo = (
  { isAdmin }: Pick<Customer, 'isAdmin'>,
  balanceHundredths: bigint | number,
): number => (isAdmin ? ADMIN_CREDITS : creditsFromHundredths(balanceHundredths));
