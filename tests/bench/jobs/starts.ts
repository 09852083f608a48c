/** Starts that come at the same moment before one paused portal: how long until each has its answer. */
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Database } from '#prisma/client.ts';
import { signIn } from '#temporal/local/customer.ts';
import { createUser, newTokenRequest, storedToken } from '#tests/factories.ts';
import { perSecond, quantile, report, type BenchStack } from '../measure.ts';

export const PORTAL = 'maersk-track';
const SERVICE = 'damco-tracking-maersk';
const COST = 1;
/** Starts before the first counted ones, by which the JavaScript engines compile what they run often. */
const WARM_UP = 200;
const IN_FLIGHT = 8;
const ROUNDS = 3;

export type Visitor = { userId: string; authorization: string };
export type Site = { app: string; db: Database };
type Answered = { jobId: string; ms: number } | { refused: string; ms: number };

/** Measures 30 and 100 starts at once, each in several rounds. */
export async function benchStarts(bench: BenchStack): Promise<void> {
  const site = { app: bench.stack.addresses.app, db: bench.db };
  const admin = await decider(site);
  const visitors = await newVisitors(site.db, 100);
  await admin(`/api/admin/portals/${PORTAL}/pause`, {});
  await perSecond(WARM_UP, IN_FLIGHT, async (n) => void (await start(site, of(visitors, n))));
  for (const { atOnce, wanted } of [
    { atOnce: 30, wanted: 'p50 within 0.3 s, p99 within 1 s' },
    { atOnce: 100, wanted: 'all admitted within 3 s' },
  ])
    for (let round = 1; round <= ROUNDS; round += 1) await startAtOnce(site, visitors, { atOnce, wanted });
  await admin('/api/admin/jobs/stop', { target: { portal: PORTAL } });
}

async function startAtOnce(
  site: Site,
  visitors: readonly Visitor[],
  { atOnce, wanted }: { atOnce: number; wanted: string },
): Promise<void> {
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: atOnce }, (_, n) => start(site, of(visitors, n))));
  const seconds = (performance.now() - begun) / 1000;
  const refused = answers.flatMap((answer) => ('refused' in answer ? [answer.refused] : []));
  const secondsAt = (share: number): number =>
    quantile(
      answers.map(({ ms }) => ms / 1000),
      share,
    );
  report(`${atOnce} starts at once on one portal (wanted: ${wanted})`, {
    seconds,
    'p50 s': secondsAt(0.5),
    'p99 s': secondsAt(0.99),
    refused: refused.length,
    why: [...new Set(refused)].join(' ') || 'nothing',
  });
}

/** Returns a call by which an administrator decides about portals and jobs. */
export async function decider({
  app,
}: Site): Promise<(path: string, body: object) => Promise<{ stopped?: number }>> {
  const admin = await signIn(app, 'admin@chalan.test', 'admin1234');
  return (path, body) =>
    admin.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Bench', ...body }),
    });
}

export async function newVisitors(db: Database, count: number): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (let n = 0; n < count; n += 1) visitors.push(await newVisitor(db));
  return visitors;
}

async function newVisitor(db: Database): Promise<Visitor> {
  const { id: userId } = await createUser(db, { creditsHundredths: 10_000n });
  const request = newTokenRequest({ name: 'Bench', scopes: ['jobs:read', 'jobs:write'] });
  const { token } = await storedToken(db, userId, request);
  return { userId, authorization: `Bearer ${token}` };
}

export const of = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('The list is empty.');
  return found;
};

let lines = 0;
export async function start({ app }: Site, { authorization }: Visitor): Promise<Answered> {
  const body = new FormData();
  lines += 1;
  body.set('serviceId', SERVICE);
  body.set('totalCredits', String(COST));
  body.set('file', new File([`tracking_no,reference\nMRKU5295187,W${lines}\n`], 'boxes.csv'));
  const begun = performance.now();
  const answer = await fetch(`${app}/api/process-automation`, {
    method: 'POST',
    body,
    headers: { authorization },
  });
  const started = (await answer.json()) as StartedJob & { code?: string };
  const ms = performance.now() - begun;
  return answer.ok ? { jobId: started.jobId, ms } : { refused: `${answer.status} ${started.code}`, ms };
}
