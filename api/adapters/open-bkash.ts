/**
 * Creates the bKash client from the environment and stores its call log in the database. Without credentials every call
 * fails with `config`.
 */
import type { Logger } from './logger.ts';
import type { Vault } from './vault.ts';
import type { Env } from '#api/env.ts';
import type { Database } from '#prisma/client.ts';
import { createBkash } from './bkash/client.ts';
import { failureOf } from './bkash/envelopes.ts';
import type { Bkash, RedactedCall } from './bkash/types.ts';

export function openBkash(options: {
  env: Env;
  db: Database;
  vault: Vault;
  logger: Logger;
  now: () => Date;
  timeoutMs?: number;
}): Bkash {
  const { env, db, vault, logger, now } = options;
  const { BKASH_USERNAME: username, BKASH_PASSWORD: password } = env;
  const { BKASH_APP_KEY: appKey, BKASH_APP_SECRET: appSecret } = env;
  if (!username || !password || !appKey || !appSecret) return closedBkash(logger);
  return createBkash({
    baseUrl: env.BKASH_URL,
    username,
    password,
    appKey,
    appSecret,
    db,
    vault,
    now,
    ...(options.timeoutMs ? { timeoutMs: options.timeoutMs } : {}),
    onCall: (call) =>
      keepCall(db, call).catch((error: unknown) => {
        logger.error({ err: error, operation: call.operation }, 'a bKash call is not in the call log');
      }),
  });
}

async function keepCall(db: Database, { startedAt, response, ...call }: RedactedCall): Promise<void> {
  await db.bkashCall.create({ data: { ...call, at: startedAt, ...(response ? { response } : {}) } });
}

/** A client for when payments are not configured: it sends nothing, and every call fails with `config`. */
function closedBkash(logger: Logger): Bkash {
  const answer = async () => {
    logger.warn('a call to bKash fails, because bKash payments are not set up');
    return { ok: false, failure: failureOf('config') } as const;
  };
  return {
    create: answer,
    execute: answer,
    query: answer,
    search: answer,
    refund: answer,
    refundStatus: answer,
  };
}
