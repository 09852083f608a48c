/** Declares the context variables that the middleware sets for routes. */
import type { Logger } from '#api/adapters/logger.ts';
import type { TokenGrant } from '#api/domain/accounts/customers.ts';
import type { AdminFactor } from '#contracts/accounts/auth.ts';

export type SessionUser = {
  id: string;
  email: string;
  name: string;
  isAdmin: boolean;
  status: 'active' | 'suspended';
  emailVerified: boolean;
  /** Null for users who are not administrators. */
  adminFactor: AdminFactor | null;
  /** The API token that authenticated the call; absent if a session did. */
  token?: TokenGrant;
};

export type AppEnv = {
  Variables: {
    requestId: string;
    logger: Logger;
    /** Null if nobody is signed in; a suspended user counts as signed out. */
    user: SessionUser | null;
    /** Whether the request's session belongs to a suspended user. */
    suspended: boolean;
    /**
     * Whether the call is about the caller's own account. Such calls are also open to an administrator who has not
     * proved a second factor.
     */
    isAboutOwnAccount: boolean;
  };
};
