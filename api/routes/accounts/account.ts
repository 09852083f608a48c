/** Routes about one's own account that require the password, and the export of all data of the account. */
import { Readable } from 'node:stream';
import type { Deps } from '#api/deps.ts';
import { changePassword, deleteOwnAccount } from '#api/domain/accounts/account.ts';
import { signOut } from '#api/domain/accounts/accounts.ts';
import { exportData } from '#api/domain/accounts/data-export.ts';
import { originOf } from '#api/middleware/origin.ts';
import { sessionCaller } from '#api/middleware/session.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { setCookies } from '#api/middleware/set-cookies.ts';
import { clientMessages } from '#contracts/client-messages.ts';
import { serve } from '#api/routes/serve.ts';

export function accountRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  return serve(deps, {
    'POST /api/users/:userId/change-password': async ({ user, body }, c) => {
      const caller = await sessionCaller(c, deps, user);
      setCookies(c, await changePassword({ ...deps, limiter }, caller, body, originOf(c, deps.env)));
      return { message: clientMessages.passwordChanged };
    },
    'POST /api/users/:userId/delete-account': async ({ user, body }, c) => {
      await deleteOwnAccount({ ...deps, limiter }, user, body, originOf(c, deps.env));
      setCookies(c, await signOut(deps, c.req.raw.headers));
      return { message: 'Your account is deleted.' };
    },
    'GET /api/users/:userId/data-export': ({ user }, c) => {
      const stream = exportData(deps, user);
      stream.on('error', (error) =>
        c.var.logger.error({ err: error, userId: user.id }, 'a data export broke off'),
      );
      const day = deps.clock().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
      return new Response(Readable.toWeb(stream) as ReadableStream, {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="chalan-data-${day}.json"`,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      });
    },
  });
}
