/** Ids of users in bodies and queries: somebody else's answers as one that does not exist. */
import { DomainError } from '#contracts/errors.ts';
import type { SessionUser } from './app-env.ts';

export function refuseForeignUser(caller: SessionUser, claimed: { userId?: string | undefined }): void {
  if (claimed.userId !== undefined && claimed.userId !== caller.id) throw new DomainError('NOT_FOUND');
}
