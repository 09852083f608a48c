/**
 * A cluster of many processes whose connections, processes, store and portals fail one after the other while jobs run:
 * every job ends or waits for a person, every filing is made once, the ledger agrees, and nothing is left behind. CI tries
 * a few faults a day, all of them in turn; `npm run chaos -- cluster` makes `CHAOS_FAULTS` (80) beside `CHAOS_JOBS` (60)
 * with `CHAOS_SEED`, which is printed.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { adjustCredits } from '#api/domain/credits/ledger.ts';
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { findService } from '#services/catalogue.ts';
import { signIn, type Customer } from '#temporal/local/customer.ts';
import { hasTemporalServer } from '#temporal/local/temporal-server.ts';
import { adjustment } from '#tests/factories.ts';
import { isFull, todaysShare } from '#tests/harness/depth.ts';
import { openHttp2 } from '#tests/harness/http2-fetch.ts';
import { listenToJobs } from '#tests/harness/job-events.ts';
import { newStackCustomer, saveLogins } from '#tests/harness/stack-customers.ts';
import { previewSheet, template } from '#tests/harness/stack-samples.ts';
import { startTestCluster } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { auditProblems, countRows } from './audit.ts';
import { clusterFaults, inRandomOrder, type Lengths } from './cluster-faults.ts';
import { createDice } from './dice.ts';
import { createJobStream } from './job-stream.ts';
import { createWitness } from './leftovers.ts';
import { watchReservations } from './reservations.ts';

const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
const jobsCount = Number(process.env['CHAOS_JOBS'] ?? (isFull ? 60 : 3));
const faultsCount = Number(process.env['CHAOS_FAULTS'] ?? (isFull ? 80 : 5));
/** Jobs at the same time; the workers of portals take 16. */
const lanes = isFull ? 24 : 3;
/** Several, because one login is never used by two jobs at once; at most one for each exporter of the EXP portal. */
const customersCount = isFull ? 3 : 2;
/** Faults that may meet each other. */
const faultsAtOnce = isFull ? 2 : 1;
const lengths: Lengths = isFull ? { network: 20, frozen: 20, late: 10 } : { network: 4, frozen: 4, late: 4 };
/** Longer than a portal is late while the network to it waits and the worker is frozen. */
const EFFECT_MS = isFull ? 60_000 : 15_000;
const CALM_MS = isFull ? { least: 500, most: 4_000 } : { least: 500, most: 1_500 };
const JOB_TIMEOUT_MS = isFull ? 20 * 60_000 : 5 * 60_000;
const RUN_TIMEOUT_MS = isFull ? 6 * HOUR_MS : 8 * 60_000;
const LOOK_MS = 2_000;
/** A look asks Temporal about each job that is under way or waits for a person. */
const RESERVATIONS_LOOK_MS = 10_000;
/** As long as the sandbox lets an answer wait; the test ends the wait. */
const HELD_MS = 600_000;
const LEFT_TIMEOUT_MS = 20_000;
const CREDITS_HUNDREDTHS = 100_000_000n;
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

/** Asks as the proxy does. */
const isReady = (api: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${cluster.cluster.relays.get(`proxy→${api}`)?.port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The demo customer, and others with logins of their own. */
async function newCustomers(): Promise<[Customer, ...Customer[]]> {
  const first = await cluster.demo();
  await saveLogins(first, 'padma', 'padma1234');
  const others: Customer[] = [];
  while (others.length < customersCount - 1) {
    const customer = await newStackCustomer(cluster);
    await saveLogins(customer, `exporter${String(others.length + 1).padStart(2, '0')}`, 'exporter1234');
    others.push(customer);
  }
  for (const { userId } of [first, ...others])
    await adjustCredits(cluster.db, adjustment(userId, 'add', CREDITS_HUNDREDTHS));
  return [first, ...others];
}

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
  'a customer works by HTTP/2 from signing in to the results, while each process of the API is killed once',
  async () => {
    const { address, certificate } = cluster.cluster.addresses.secure;
    const client = await openHttp2(address, readFileSync(certificate));
    const customer = await signIn(address, 'demo@chalan.test', 'demo1234', client.fetch);
    const service = findService('exp-issue') ?? expect.fail('The service exists.');
    await customer.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
    await cluster.control('POST', '/faults', { portal: 'bb-exp', kind: 'answer-late', ms: HELD_MS });
    const preview = await previewSheet(customer, service, await template(customer, service, 'csv'));
    const { jobId } = await customer.start(preview);

    const listen = () => listenToJobs(address, customer.cookie, client.fetch);
    const events = await listen();
    expect(await events.next()).toContain(jobId);
    for (const part of ['api-1', 'api-2']) {
      await cluster.kill(part);
      expect(
        (await customer.read<{ job: JobProgress }>(`/api/jobs/${jobId}/status`)).job.finishedAt,
      ).toBeNull();
      await until(`${part} to be ready`, () => isReady(part));
    }
    // One of the two had sent them. A browser listens again.
    await expect(events.rest()).rejects.toThrow();
    const again = await listen();
    expect(await again.next()).toContain(jobId);
    await cluster.control('DELETE', '/faults');
    // The stream ends when no job is left.
    await again.rest();

    const job = await customer.follow(jobId, JOB_TIMEOUT_MS);
    expect(job.state).toBe('completed');
    const { bytes } = await customer.download(`/api/jobs/${jobId}/download`);
    expect(bytes.length).toBeGreaterThan(0);
    expect(client.isOpen()).toBe(true);
    client.end();
    // The next test counts the filings of its own jobs.
    await cluster.seed();
  },
  RUN_TIMEOUT_MS,
);

it.skipIf(!canRun)(
  `jobs on a cluster whose parts and connections fail end or wait for a person, each filing made once (seed ${seed})`,
  async () => {
    const temporal = await cluster.temporal();
    const customers = await newCustomers();
    const stream = createJobStream({
      db: cluster.db,
      temporal,
      customers,
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
        say(`${made}: ${what}; ${stream.endedCount()} jobs at rest`);
      }
    };
    const watch = async (): Promise<void> => {
      while (!over.signal.aborted) {
        await delay(LOOK_MS);
        witness.look(cluster.cluster.parts.flatMap(({ pid }) => pid() ?? []));
      }
    };
    const watchCredits = async (): Promise<void> => {
      while (!over.signal.aborted) {
        await delay(RESERVATIONS_LOOK_MS);
        await reservations.look().catch(() => undefined);
      }
    };
    const disturbed = Array.from({ length: faultsAtOnce }, disturb);
    const watched = [watch(), watchCredits()];
    const isWanted = (started: number): boolean => started < jobsCount || made < faultsCount;
    const jobs = await stream.run(lanes, isWanted).finally(() => over.abort());
    await Promise.all([...disturbed, ...watched]);
    await cluster.control('DELETE', '/faults');
    say(`${jobs.length} jobs, ${made} faults`);
    say(JSON.stringify(countRows(jobs)));

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
