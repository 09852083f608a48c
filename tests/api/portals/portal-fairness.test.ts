/** Many customers on one portal at once: turns are fair, no more sessions than allowed, and one session per login. */
import { beforeEach, expect, test } from 'vitest';
import { portalOf } from '#activities/portals/portals.ts';
import { adjustCredits } from '#api/domain/credits/ledger.ts';
import { isContainer } from '#services/families/fields-containers.ts';
import { adjustment } from '#tests/factories.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const CUSTOMERS = 10;
const JOBS_OF_ANA = 6;
const ROWS_OF_A_JOB = 50;
const TEST_MS = 180_000;

const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BB_EXP_URL: sandbox.url('bb-exp'), CPA_URL: sandbox.url('cpa') });
beforeEach(() => sandbox.seed({ settings: { singleSession: true } }));

async function withLogin(username: string): Promise<Customer> {
  const customer = await newCustomer(app);
  const login = { consent: true, portalName: 'bangladesh_bank_exp', username, password: 'exporter1234' };
  await app.post('/api/credentials/save', login, customer.cookie);
  return customer;
}

const search = (customer: Customer, first: number, count: number) => {
  const lines = Array.from({ length: count }, (_, index) => `1084,${first + index},2026`);
  const file = new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], 'exps.csv');
  return customer.started({ serviceId: 'exp-search', file, totalCredits: count * 0.5 });
};

/** The largest number of sessions open at the same time, in all and for one login. */
async function crowd(): Promise<{ most: number; mostOfOne: number }> {
  const inside = new Map<string, number>();
  let most = 0;
  let mostOfOne = 0;
  for (const { kind, user } of await sandbox.journal()) {
    if (kind !== 'login' && kind !== 'logout') continue;
    inside.set(user, (inside.get(user) ?? 0) + (kind === 'login' ? 1 : -1));
    most = Math.max(
      most,
      [...inside.values()].reduce((sum, count) => sum + count, 0),
    );
    mostOfOne = Math.max(mostOfOne, inside.get(user) ?? 0);
  }
  return { most, mostOfOne };
}

test(
  "ten customers with two jobs each are all served within the portal's sessions, one per login",
  async () => {
    const customers = await Promise.all(
      Array.from({ length: CUSTOMERS }, (_, n) => withLogin(`exporter${String(n + 1).padStart(2, '0')}`)),
    );
    const jobs = await Promise.all(
      customers.flatMap((customer, n) =>
        [0, 1].map(async (second) => ({
          customer,
          jobId: (await search(customer, 111_000 + n * 10 + second * 2, 2)).jobId,
        })),
      ),
    );
    const ended = await Promise.all(jobs.map(({ customer, jobId }) => customer.ended(jobId)));
    expect(ended.map(({ state, rowsSucceeded }) => `${state} ${rowsSucceeded}`)).toEqual(
      jobs.map(() => 'completed 2'),
    );
    const { most, mostOfOne } = await crowd();
    expect(mostOfOne).toBe(1);
    expect(most).toBeLessThanOrEqual(portalOf('bb-exp').sessionsMax);
    expect(most).toBeGreaterThan(1);
  },
  TEST_MS,
);

function containers(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const owner = `MSKU${String(from + index).padStart(6, '0')}`;
    return [...'0123456789'].map((digit) => owner + digit).find(isContainer) ?? owner;
  });
}

async function track(customer: Customer, numbers: string[]): Promise<string> {
  const file = new File([['container_no', ...numbers].join('\n')], 'containers.csv');
  const preview = await customer.previewed('ctg-port-tracking', file);
  const { totalCredits } = preview;
  return (await customer.started({ serviceId: 'ctg-port-tracking', file, totalCredits })).jobId;
}

test(
  'a customer beside one with 300 queued rows is served second at the latest',
  async () => {
    const [ana, bob] = await Promise.all([newCustomer(app), newCustomer(app)]);
    await adjustCredits(app.deps.db, adjustment(ana.id, 'add', 100_000n));
    const ofAna: string[] = [];
    for (let n = 0; n < JOBS_OF_ANA; n += 1)
      ofAna.push(await track(ana, containers(400_000 + n * ROWS_OF_A_JOB, ROWS_OF_A_JOB)));
    await until('the first job to run', async () => (await ana.job(ofAna[0] ?? '')).state === 'running');
    const ofBob = await track(bob, containers(500_000, 1));
    await bob.ended(ofBob);
    const begun = await app.deps.db.job.findMany({
      where: { id: { in: [...ofAna, ofBob] }, startedAt: { not: null } },
      orderBy: { startedAt: 'asc' },
      select: { id: true },
    });
    expect(begun.map(({ id }) => id).indexOf(ofBob)).toBeLessThanOrEqual(1);
    for (const jobId of ofAna) await ana.cancel(jobId);
    for (const jobId of ofAna) await ana.ended(jobId);
  },
  TEST_MS,
);
