/** Lets Temporal's UI, which is another site, ask for payloads to be decrypted for an administrator who is signed in. */
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Deps } from '#api/deps.ts';
import type { AppEnv } from './app-env.ts';

export const payloadsPath = '/api/admin/temporal-payloads/decode';

/** Whether a browser sends the request from the UI's page. Without TEMPORAL_UI_URL there is no such page. */
export function isOfTemporalUi(
  { TEMPORAL_UI_URL }: Deps['env'],
  path: string,
  origin: string | undefined,
): boolean {
  return path === payloadsPath && !!TEMPORAL_UI_URL && origin === new URL(TEMPORAL_UI_URL).origin;
}

/** Lets the UI's page read the answer, and send the administrator's cookie. */
export function temporalUiCors({ env }: Pick<Deps, 'env'>): MiddlewareHandler<AppEnv> {
  const allowed = cors({
    origin: (origin) => origin,
    credentials: true,
    allowMethods: ['POST'],
    allowHeaders: ['content-type', 'x-namespace'],
  });
  return async (c, next) =>
    isOfTemporalUi(env, c.req.path, c.req.header('origin')) ? allowed(c, next) : next();
}
