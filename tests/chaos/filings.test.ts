/**
 * Every service that files, while its portal or the platform's own processes are slow, late, frozen or unavailable:
 * each filing is made once and reported as such. CI tries one trouble and one service of each portal a day; `npm run
 * chaos` tries all of them on all services.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { adjustCredits } from '#api/domain/credits/ledger.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { services } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Customer } from '#temporal/local/customer.ts';
import type { Temporal } from '#temporal/client.ts';
import { adjustment } from '#tests/factories.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { atRest, JOB_TIMEOUT_MS, type StartedService } from '#tests/harness/resting-jobs.ts';
import { expectedRows } from '#tests/harness/sample-rows.ts';
import { asExpected, creditsLeft, previewSheet, template } from '#tests/harness/stack-samples.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { auditProblems } from './audit.ts';
import { EFFECT_MS, troubles, type Trouble } from './troubles.ts';

const HELD_TIMEOUT_MS = 120_000;
const TEST_TIMEOUT_MS = JOB_TIMEOUT_MS + HELD_TIMEOUT_MS + 120_000;

/** Services that file, one of each portal per round, until each has had its turn. */
const filing = services.filter(({ effect }) => effect === 'submit');
const turnOf = (service: ServiceDefinition): number =>
  filing.filter(({ portal }) => portal === service.portal).indexOf(service);
const rounds = [...new Set(filing.map(turnOf))].map((turn) =>
  filing.filter((service) => turnOf(service) === turn),
);

let stack: TestStack;
let temporal: Temporal;
let customer: Customer;
let other: Customer;

beforeAll(async () => {
  stack = await startTestStack({ PORTAL_EFFECT_MS: String(EFFECT_MS) });
  temporal = await stack.temporal();
  [customer, other] = await Promise.all([stack.demo(), stack.admin()]);
  for (const { userId, saveLogin } of [customer, other]) {
    await adjustCredits(stack.db, adjustment(userId, 'add', 10_000_000n));
    for (const portal of credentialPortals) await saveLogin(portal, 'padma', 'padma1234');
  }
});

async function previews(by: Customer, round: readonly ServiceDefinition[]) {
  return Promise.all(
    round.map(async (service) => ({
      service,
      preview: await previewSheet(by, service, await template(by, service, 'csv')),
    })),
  );
}

async function start(by: Customer, chosen: Awaited<ReturnType<typeof previews>>): Promise<StartedService[]> {
  return Promise.all(
    chosen.map(async ({ service, preview }) => ({
      service,
      customer: by,
      jobId: (await by.start(preview)).jobId,
    })),
  );
}

/** Every portal of the round has received a filing and holds it. */
const untilAllWait = (round: readonly ServiceDefinition[]): Promise<void> =>
  until(
    'a filing to be under way at every portal',
    async () => {
      const waiting = new Set((await stack.held()).map(({ portal }) => portal));
      return round.every(({ portal }) => waiting.has(portal ?? ''));
    },
    HELD_TIMEOUT_MS,
  );

async function expectOneFilingEach(round: readonly ServiceDefinition[], trouble: Trouble): Promise<void> {
  const chosen = await previews(customer, round);
  await stack.seed();
  for (const { portal } of round)
    for (const fault of trouble.faults) await stack.control('POST', '/faults', { portal, ...fault });
  const started = await start(customer, chosen);
  await untilAllWait(round);
  const workflowIds = started.map(({ service, jobId }) => jobWorkflowId(service.id, jobId));
  await trouble.strike?.({ stack, temporal, workflowIds });
  const jobs = await Promise.all(started.map((each) => atRest(each)));
  expect(await auditProblems(stack, temporal, jobs)).toEqual([]);
  for (const { service, job, rows } of jobs) {
    expect([service.id, job.state]).toEqual([service.id, 'completed']);
    expect(rows.map(asExpected)).toEqual(expectedRows(service.id));
  }
  expect(await creditsLeft(customer)).toMatchObject({ reservedCredits: 0 });
}

const namesOf = (round: readonly ServiceDefinition[]): string => round.map(({ id }) => id).join(', ');

// The numbers of rounds and troubles have no common divisor, so every round meets every trouble on some day.
describe.each(todaysShare(rounds).map((round) => [namesOf(round), round] as const))('%s', (_, round) => {
  it.each(todaysShare(troubles).map((trouble) => [trouble.name, trouble] as const))(
    'each filing is made once and its row reports that when %s',
    (_name, trouble) => expectOneFilingEach(round, trouble),
    TEST_TIMEOUT_MS,
  );

  it(
    'two customers who share a login file the same rows only once',
    async () => {
      const chosen = [await previews(customer, round), await previews(other, round)] as const;
      await stack.seed();
      const started = (await Promise.all([start(customer, chosen[0]), start(other, chosen[1])])).flat();
      const jobs = await Promise.all(started.map((job) => atRest(job)));
      expect(await auditProblems(stack, temporal, jobs)).toEqual([]);
      expect(jobs.map(({ job }) => job.state)).toEqual(jobs.map(() => 'completed'));
    },
    TEST_TIMEOUT_MS,
  );
});
