/** What the middleware leaves in the context for routes. */
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
  /** Null for who is no administrator. */
  adminFactor: AdminFactor | null;
  /** The API token that the call came with; left out where a session did. */
  token?: TokenGrant;
};

export type AppEnv = {
  Variables: {
    requestId: string;
    logger: Logger;
    /** Null when nobody is signed in; a suspended user counts as signed out. */
    user: SessionUser | null;
    /** The session that came along belongs to a suspended user. */
    suspended: boolean;
    /** The call is about the own account: open also to an administrator who has proved no second factor. */
    isAboutOwnAccount: boolean;
  };
};
