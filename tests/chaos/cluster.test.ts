/**
 * A cluster of many processes whose connections, processes, store and portals fail one after the other while jobs run:
 * every job ends or waits for a person, every filing is made once, the ledger agrees, and nothing is left behind. CI tries
 * a few faults a day, all of them in turn; `npm run chaos -- cluster` makes `CHAOS_FAULTS` (80) beside `CHAOS_JOBS` (60)
 * with `CHAOS_SEED`, which is printed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { adjustCredits } from '#api/domain/credits/ledger.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { hasTemporalServer } from '#temporal/local/temporal-server.ts';
import { adjustment } from '#tests/factories.ts';
import { isFull, todaysShare } from '#tests/harness/depth.ts';
import { startTestCluster } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { auditProblems } from './audit.ts';
import { clusterFaults, inRandomOrder, type Lengths } from './cluster-faults.ts';
import { createDice } from './dice.ts';
import { createJobStream } from './job-stream.ts';
import { createWitness } from './leftovers.ts';
import { watchReservations } from './reservations.ts';

const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
const jobsCount = Number(process.env['CHAOS_JOBS'] ?? (isFull ? 60 : 3));
const faultsCount = Number(process.env['CHAOS_FAULTS'] ?? (isFull ? 80 : 5));
const lanes = isFull ? 6 : 3;
/** Faults that may meet each other. */
const faultsAtOnce = isFull ? 2 : 1;
const lengths: Lengths = isFull ? { network: 20, frozen: 20, late: 10 } : { network: 4, frozen: 4, late: 4 };
/** Longer than a portal is late while the network to it waits and the worker is frozen. */
const EFFECT_MS = isFull ? 60_000 : 15_000;
const CALM_MS = isFull ? { least: 500, most: 4_000 } : { least: 500, most: 1_500 };
const JOB_TIMEOUT_MS = isFull ? 20 * 60_000 : 5 * 60_000;
const RUN_TIMEOUT_MS = isFull ? 6 * 60 * 60_000 : 8 * 60_000;
const LOOK_MS = 2_000;
const LEFT_TIMEOUT_MS = 20_000;
const CLOCK_OFFSET_MS = 10 * 60_000;

const dice = createDice(seed);
/** One part's clock is wrong for the whole run. */
const wrongClock = {
  part: dice.pick(['api-2', 'worker-portals-1', 'worker-rows', 'worker-workflows', 'worker-outbound']),
  offsetMs: dice.pick([-CLOCK_OFFSET_MS, CLOCK_OFFSET_MS]),
};
const say = (line: string): void => void process.stdout.write(`${new Date().toISOString()} ${line}\n`);

let cluster: Awaited<ReturnType<typeof startTestCluster>>;

// The server is built with Go, which takes minutes: only a run that is asked for does so.
const canRun = isFull || hasTemporalServer();

beforeAll(async () => {
  if (!canRun) return;
  say(`CHAOS_SEED=${seed} CHAOS_JOBS=${jobsCount} CHAOS_FAULTS=${faultsCount}`);
  say(`the clock of ${wrongClock.part} is off by ${wrongClock.offsetMs / 60_000} minutes`);
  cluster = await startTestCluster(
    { PORTAL_EFFECT_MS: String(EFFECT_MS) },
    { clockOffsetsMs: { [wrongClock.part]: wrongClock.offsetMs } },
  );
}, RUN_TIMEOUT_MS);

it.skipIf(!canRun)(
  `jobs on a cluster whose parts and connections fail end or wait for a person, each filing made once (seed ${seed})`,
  async () => {
    const temporal = await cluster.temporal();
    const customer = await cluster.demo();
    await adjustCredits(cluster.db, adjustment(customer.userId, 'add', 100_000_000n));
    for (const portal of credentialPortals) await customer.saveLogin(portal, 'padma', 'padma1234');
    const stream = createJobStream({
      db: cluster.db,
      temporal,
      customer,
      dice,
      jobTimeoutMs: JOB_TIMEOUT_MS,
    });
    const reservations = watchReservations(cluster, temporal);
    const witness = createWitness();
    const order = inRandomOrder(todaysShare(clusterFaults, faultsCount), dice);
    const over = new AbortController();
    let begun = 0;
    let made = 0;

    const disturb = async (): Promise<void> => {
      while (begun < faultsCount && !over.signal.aborted) {
        begun += 1;
        await delay(dice.between(CALM_MS.least, CALM_MS.most));
        const fault = order.next().value;
        const what = await fault
          .happen({ cluster, dice, lengths })
          .catch((error: unknown) => `${fault.name}: left out: ${String(error)}`);
        made += 1;
        say(`${made}: ${what}`);
      }
    };
    const watch = async (): Promise<void> => {
      while (!over.signal.aborted) {
        await delay(LOOK_MS);
        witness.look(cluster.cluster.parts.flatMap(({ pid }) => pid() ?? []));
        await reservations.look().catch(() => undefined);
      }
    };
    const disturbed = Array.from({ length: faultsAtOnce }, disturb);
    const watched = watch();
    const isWanted = (started: number): boolean => started < jobsCount || made < faultsCount;
    const jobs = await stream.run(lanes, isWanted).finally(() => over.abort());
    await Promise.all([...disturbed, watched]);
    await cluster.control('DELETE', '/faults');
    say(`${jobs.length} jobs, ${made} faults`);

    expect(reservations.problems()).toEqual([]);
    expect(await auditProblems(cluster, temporal, jobs)).toEqual([]);
    const ends = jobs.map(({ service, job }) => `${service.id} ${job.waiting?.kind ?? job.state}`);
    expect(ends.filter((end) => !/ (completed|person)$/.test(end))).toEqual([]);
    await cluster.stop();
    await until(
      'every process and browser to end',
      () => witness.leftovers(cluster.directory).length === 0,
      LEFT_TIMEOUT_MS,
    ).catch(() => undefined);
    expect(witness.leftovers(cluster.directory)).toEqual([]);
  },
  RUN_TIMEOUT_MS,
);
