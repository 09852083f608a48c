/**
 * What the database returns for one call that is neither a page nor a download: however many sessions, files, payments
 * and so on there are, no more rows than the contract names.
 */
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Deps } from '#api/deps.ts';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { MIB } from '#contracts/byte-sizes.ts';
import { limits } from '#contracts/limits.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { growTables } from '#tests/harness/grown-tables.ts';
import { countReads, type Reads } from '#tests/harness/rows-read.ts';
import { ownedBy } from './belongings.ts';
import { plantTheRest } from './fuzz/planted.ts';
import type { Belongings } from './route-rows.ts';
import { routes } from './routes.ts';
import { planted, rowsListedMax, singleRecordRowsMax, type Places } from './reads-per-request.ts';

const counter = countReads();
const bkash = {
  refundStatus: async () => ({ ok: true, value: { refunds: [] } }),
} as unknown as Deps['bkash'];
const app = await startTestApp({ deps: { bkash } });
const { db } = app.deps;

/** More than any list of these calls may have. */
const COPIES = 1_200;
const CHARACTERS_MAX = 1 * MIB;
const GROWING_TIMEOUT_MS = 120_000;

/** A redirection, and a check that misses a worker. */
const otherAnswers: Record<string, number> = {
  'GET /api/admin/portals/:portal/pictures/:pictureId': 404,
  'GET /api/bkash/callback': 303,
  'GET /api/health': 503,
};

type Asked = { status: number; reads: Reads };
let ana: Account;
let admin: Account;
let mine: Belongings;
let places: Places;
const few = new Map<string, Asked>();

beforeAll(async () => {
  ana = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
  const word = 'zanzibar';
  ({ belongings: mine } = await ownedBy(app, ana, word));
  await plantTheRest(app.deps, { account: ana, word, belongings: mine });
  places = await planted(app.deps, { belongings: mine, adminId: admin.id, word });
  for (const route of Object.keys(rowsListedMax)) few.set(route, await asked(route));
  await growTables(db, {
    copies: COPIES,
    exceptions: {
      // Their rows belong to what the platform has: portals, services, placements and keys.
      settings: 0,
      portal_states: 0,
      portal_limits: 0,
      service_settings: 0,
      ad_settings: 0,
      vault_state: 0,
      master_keys: 0,
      bkash_tokens: 0,
      ledger_audit: 0,
      // A customer has one of each, or one for each portal.
      data_keys: 0,
      second_factors: 0,
      ledger_accounts: 0,
      portal_credentials: 0,
      mailbox_consents: 0,
      blog_posts: limits.sitemapPostsMax + 200,
    },
  });
}, GROWING_TIMEOUT_MS);

async function asked(route: string): Promise<Asked> {
  const row = routes[route];
  const path = places[route] ?? row?.call?.(mine).path ?? route.replace('GET ', '');
  const cookie = row?.access === 'admin' ? admin.cookie : ana.cookie;
  const { result, reads } = await counter.during(() => app.get(path, cookie));
  return { status: result.status, reads };
}

describe('the rows that one call reads', () => {
  test('the reads of one call are counted, so that an unbounded list would be noticed', async () => {
    const { reads } = await counter.during(() => db.session.findMany());
    expect(reads.rows).toBeGreaterThan(COPIES);
    const inside = await counter.during(() => db.$transaction((tx) => tx.session.findMany()));
    expect(inside.reads.rows).toBeGreaterThan(COPIES);
  });

  test.each(Object.entries(rowsListedMax))('%s reads at most %i rows of a list', async (route, listed) => {
    const before = few.get(route);
    const answered = otherAnswers[route] ?? 200;
    const { status, reads } = await asked(route);
    expect([before?.status, status]).toEqual([answered, answered]);
    const rowsMax = listed + singleRecordRowsMax;
    expect(before?.reads.rows).toBeLessThanOrEqual(rowsMax);
    expect(reads.rows, `most rows came from ${reads.largest.sql}`).toBeLessThanOrEqual(rowsMax);
    expect(reads.characters).toBeLessThan(CHARACTERS_MAX);
  });

  test('the bound on reads still gives everybody a position in a long queue', async () => {
    const path = places['GET /api/jobs/:jobId/status'] ?? '';
    const { holder } = await db.portalLease.findFirstOrThrow({
      where: { holder: { endsWith: path.split('/')[3] ?? '' } },
    });
    const place = async () => ((await app.get(path, ana.cookie)).body['job'] as JobProgress).queuePosition;
    // The customer was served a moment ago, and all others never.
    await db.portalTurn.deleteMany();
    await db.portalTurn.create({ data: { portal: 'hm', userId: admin.id, servedAt: new Date() } });
    await db.$executeRaw`UPDATE portal_leases SET user_id = 'somebody ' || id
      WHERE holder <> ${holder}`;
    // Places are read once a second.
    await setTimeout(1_100);
    expect(await place()).toBe(await db.portalLease.count({ where: { portal: 'hm' } }));
    expect(await place()).toBeGreaterThan(limits.queuePositionsReadMax);
  });
});
