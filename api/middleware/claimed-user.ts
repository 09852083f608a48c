/** Checks user ids in bodies and queries: another user's id returns the same error as one that does not exist. */
import { DomainError } from '#contracts/errors.ts';
import type { SessionUser } from './app-env.ts';

/** Throws NOT_FOUND if the claimed id is not the caller's. */
export function refuseForeignUser(caller: SessionUser, claimed: { userId?: string | undefined }): void {
  if (claimed.userId !== undefined && claimed.userId !== caller.id) throw new DomainError('NOT_FOUND');
}
