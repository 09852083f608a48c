/** Calls about one's own account that ask for the password, and the ones that tell everything it has. */
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Hono, type Context } from 'hono';
import type { Deps } from '#api/deps.ts';
import { changePassword, deleteOwnAccount } from '#api/domain/account.ts';
import { signOut } from '#api/domain/accounts.ts';
import { exportData } from '#api/domain/data-export.ts';
import { usageByDay } from '#api/domain/usage-days.ts';
import { requireSelf, requireSelfOrAdmin, requireVerified } from '#api/middleware/access.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { downloadsAtOnce } from '#api/middleware/downloads-at-once.ts';
import { originOf } from '#api/middleware/origin.ts';
import { createRateLimiter } from '#api/middleware/rate-limit.ts';
import { validate } from '#api/middleware/validate.ts';
import { changePasswordBody, deleteAccountBody } from '#contracts/account.ts';
import { clientMessages } from '#contracts/errors.ts';
import { userIdParam } from '#contracts/jobs.ts';
import { usageDaysQuery } from '#contracts/usage-days.ts';

export function accountRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps);
  return new Hono<AppEnv>()
    .post(
      '/users/:userId/change-password',
      requireVerified,
      requireSelf('userId'),
      validate('json', changePasswordBody),
      async (c) => {
        const { user } = c.var;
        const wish = c.req.valid('json');
        setCookies(c, await changePassword({ ...deps, limiter }, user, wish, originOf(c, deps.env)));
        return c.json({ success: true as const, message: clientMessages.passwordChanged });
      },
    )
    .post(
      '/users/:userId/delete-account',
      requireVerified,
      requireSelf('userId'),
      validate('json', deleteAccountBody),
      async (c) => {
        const { user } = c.var;
        await deleteOwnAccount({ ...deps, limiter }, user, c.req.valid('json'), originOf(c, deps.env));
        setCookies(c, await signOut(deps, c.req.raw.headers));
        return c.json({ success: true as const, message: 'Your account is deleted.' });
      },
    )
    .get('/users/:userId/data-export', requireVerified, requireSelf('userId'), downloadsAtOnce, async (c) => {
      const { user } = c.var;
      await limiter.consume('dataExportPerUser', user.id);
      const stream = exportData(deps, user);
      stream.on('error', (error) =>
        c.var.logger.error({ err: error, userId: user.id }, 'a data export broke off'),
      );
      const day = deps.clock().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
      return new Response(Readable.toWeb(stream) as WebStream as ReadableStream, {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="chalan-data-${day}.json"`,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      });
    })
    .get(
      '/analytics/credit-usage-by-day/:userId',
      requireVerified,
      requireSelfOrAdmin('userId'),
      validate('param', userIdParam),
      validate('query', usageDaysQuery),
      async (c) => {
        const days = await usageByDay(deps.db, c.req.valid('param').userId, c.req.valid('query'));
        return c.json({ success: true as const, days });
      },
    );
}

function setCookies(c: Context, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}
