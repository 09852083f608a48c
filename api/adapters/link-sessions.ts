/** A plugin of better-auth that opens a session for a user whom our own code has recognised by a mailed link. */
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/** Our code calls it; better-auth serves no requests. */
const LINK_SIGN_IN_PATH = '/sign-in/link';

export const linkSessions = () => ({
  id: 'link-sessions' as const,
  endpoints: {
    signInByLink: createAuthEndpoint(
      LINK_SIGN_IN_PATH,
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.userId);
        if (!user) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_FOUND' });
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(context, { session, user });
        return context.json({ token: session.token });
      },
    ),
  },
});
