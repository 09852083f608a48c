/**
 * The protocol that files exactly once (portals.md 1.3) without a browser: a portal that loses answers, stores late and
 * fails, and the steps of a worker that files on it. Use: `const { file, newLease } = protocolOn(db)`.
 */
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import { createRowRun } from '#activities/rows/run.ts';
import type { PooledSession } from '#activities/sessions/pool.ts';
import { fileOnce, type FilingEnd, type FilingInput } from '#activities/rows/filing.ts';
import type { FilingKeys } from '#activities/rows/filing-keys.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { NotSent } from '#activities/portals/filing-click.ts';
import { createVault } from '#api/adapters/vault.ts';
import { formerIntentKeys, intentKey } from '#api/domain/jobs/filings/intent-keys.ts';
import type { OpenRow } from '#api/domain/jobs/row-records.ts';
import type { Database } from '#prisma/client.ts';
import type { PortalKey, ServiceDefinition } from '#services/contract.ts';
import type { Filing, SubmitRunner } from '#services/runner.ts';
import { claimedLease, type ClaimedLease } from './leases.ts';
import { nobodyAnswers, runContext } from './run-context.ts';

export const vault = createVault(`k1:${Buffer.alloc(32, 1).toString('base64')}`);
export const PORTAL = 'hm';
/** The portal of these tests has no pages: its runner talks to it directly. */
export const noPages = { context: {} } as unknown as PortalSession;
const down = (): never => {
  throw new PortalFault('PORTAL_DOWN', quote('The portal cannot be reached.'));
};

/** What happens to one try. `died` means that the process ended and the next try knows nothing of it. */
export const faults = [
  'none',
  'look-up down',
  'form down',
  'not reached',
  'lost before',
  'lost after',
  'stored later',
  'died before',
  'died after',
] as const;
type Fault = (typeof faults)[number];

class Died extends Error {}

/** A portal that accepts any number of identical filings. */
export function portal() {
  const filed: { key: string; quantity: string }[] = [];
  const late: { key: string; quantity: string }[] = [];
  const runner = (fault: Fault): SubmitRunner => ({
    outputColumns: [],
    check: async ([row]) => {
      if (fault === 'look-up down') down();
      const [found, ...twins] = filed.filter(({ key }) => key === row['key']);
      if (!found) return { found: 'absent' };
      if (found.quantity !== row['quantity'])
        return { found: 'different', message: quote(`The portal has ${found.quantity}.`) };
      const result = { message: quote('Found.'), portalReference: `P-${found.key}` };
      return { found: 'equal', result, twins: twins.map((_, n) => `P-${found.key}-${n + 2}`) };
    },
    run: async ([row], { commit }) => {
      if (fault === 'form down') down();
      const { key = '', quantity = '' } = row;
      await commit(async () => {
        if (fault === 'died before') throw new Died();
        if (fault === 'not reached')
          throw new NotSent(false, { cause: new PortalFault('PORTAL_DOWN', quote('Down.')) });
        if (fault === 'lost before') down();
        (fault === 'stored later' ? late : filed).push({ key, quantity });
        if (fault === 'died after') throw new Died();
        if (fault === 'lost after' || fault === 'stored later') down();
      });
      return { outcome: 'SUCCESS', message: quote('Filed.'), portalReference: `P-${key}` };
    },
  });
  return { filed, runner, storeLate: () => filed.push(...late.splice(0)) };
}

/** Makes the filing click without a browser; `beforeLastCheck` is the point at which a process may freeze. */
const clickWith =
  (beforeLastCheck: () => Promise<unknown>): NonNullable<FilingInput['clickOnce']> =>
  async (_, click, { markSent, beforeClosing }) => {
    await beforeLastCheck();
    if (!(await markSent())) throw new NotSent(true, { cause: new Error('Refused by the last check.') });
    try {
      return await click();
    } catch (error) {
      if (!(error instanceof NotSent) && !(error instanceof Died)) await beforeClosing(error);
      throw error;
    }
  };

export const row = (key: string = randomUUID(), quantity = '10'): Filing => [{ key, quantity }];
type Given = Omit<Partial<FilingInput>, 'keys'> & {
  keys?: Partial<FilingKeys>;
  runner: SubmitRunner;
  row: Filing;
  lease: ClaimedLease;
  beforeLastCheck?: () => Promise<unknown>;
};

const keyOf = ([{ key = '' }]: Filing): string =>
  intentKey({ login: 'padma', serviceId: 'test-service', naturalKey: key });

export function protocolOn(db: Database) {
  async function file({ runner, row, lease, keys, beforeLastCheck, ...given }: Given): Promise<FilingEnd> {
    const key = row[0]['key'] ?? '';
    return fileOnce({
      db,
      runner,
      rows: row,
      context: { ...runContext(), session: noPages },
      portal: PORTAL,
      keys: {
        key: keyOf(row),
        formerKeys: await formerIntentKeys({ db, vault }, 'padma', 'test-service', [key]),
        overlappingPrefixes: [],
        sharedKeys: [],
        ...keys,
      },
      by: lease.by,
      claim: lease.claim,
      effectMs: HOUR_MS,
      vouchedAt: null,
      refusesTwins: false,
      onUncertain: async () => undefined,
      onRepeated: async () => undefined,
      onTwins: async () => undefined,
      clickOnce: clickWith(beforeLastCheck ?? (async () => undefined)),
      ...given,
    });
  }
  const intentOf = (filing: Filing) =>
    db.portalIntent.findUniqueOrThrow({
      where: {
        portal_key: { portal: PORTAL, key: keyOf(filing) },
      },
    });
  /** Lets the filing's settling time pass. */
  const settle = async (filing: Filing): Promise<void> => {
    const { id } = await intentOf(filing);
    await db.portalIntent.update({ where: { id }, data: { settlesAt: new Date(Date.now() - 1_000) } });
  };
  const newLease = (given: { jobId?: string } = {}): Promise<ClaimedLease> =>
    claimedLease(db, { portal: PORTAL, ...given });
  return { file, intentOf, settle, newLease };
}

/** Runs a row of the service with the runner, as a worker does that holds the lease; without a browser. */
export function rowRunOn(
  db: Database,
  service: ServiceDefinition & { portal: PortalKey },
  { claim, by }: ClaimedLease,
  runner: SubmitRunner,
): (
  row: Omit<OpenRow, 'rowNumber' | 'attempts' | 'vouchedAt'> & Partial<Pick<OpenRow, 'vouchedAt'>>,
) => Promise<FilingEnd> {
  const deps = { db, vault, env: {} } as unknown as Parameters<typeof createRowRun>[0];
  const run = createRowRun(deps, {
    job: {
      id: by.jobId,
      userId: by.userId,
      serviceId: service.id,
      uploadId: randomUUID(),
      isPractice: false,
      portal: service.portal,
    },
    service,
    runner,
    ask: nobodyAnswers.ask,
    signal: new AbortController().signal,
    claim,
    onUncertain: async () => undefined,
  });
  const { portal: key } = service;
  const session = { ...noPages, page: {}, portal: key, login: claim.login } as unknown as PooledSession;
  return (row) => run({ vouchedAt: null, ...row, rowNumber: 1, attempts: 1 }, session);
}
