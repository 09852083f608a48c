/** The master key that this process may use for new data which processes with the previous VAULT_KEYS must read as well. */
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { masterToWrapWith } from './data-keys.ts';
import type { MasterKeys } from './master-keys.ts';
import { withinMs } from './within-ms.ts';

/** How long an answer of the database is used. */
const KEPT_MS = 60_000;
/** A database that takes longer to answer is not waited for. */
const ANSWER_MS_MAX = 2_000;

type Options = { nowMs?: () => number; answerMsMax?: number };

/**
 * Returns a function that gives the id of the first key in VAULT_KEYS that has settled. The database is asked at most once
 * a minute, and not any more once the first key has settled. While it does not answer, the last answer counts; before the
 * first answer the oldest key does, which every process has.
 */
export function createSettledKey(
  db: DatabaseOrTransaction,
  masters: MasterKeys,
  { nowMs = () => performance.now(), answerMsMax = ANSWER_MS_MAX }: Options = {},
): () => Promise<string> {
  const { ids } = masters;
  let settled = ids.at(-1) ?? ids[0];
  let askedAtMs = -Infinity;
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    askedAtMs = nowMs();
    // A failure leaves the last answer in use.
    settled = await masterToWrapWith(db, masters).catch(() => settled);
    asking = null;
  };
  return async () => {
    if (settled === ids[0]) return settled;
    if (!asking && nowMs() - askedAtMs >= KEPT_MS) asking = ask();
    if (asking) await withinMs(answerMsMax, asking, () => undefined);
    return settled;
  };
}
