/**
 * Faults around a filing, for every service that files: a worker that dies or freezes, and an answer that is lost while
 * the portal becomes unavailable. The job completes, and every row is filed and charged once; if a request was sent but never
 * reached the portal, only after an administrator was asked. No code per service. Each run in CI tries one step around the
 * click and one other on one service, another step around the click on another service, loses the answer on one of the
 * two, and freezes at one step on one portal; `DEPTH=all` lets the worker of every service die at every point, and freeze at each step of the click on every
 * portal.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultPoints, faultText, type FaultPoint } from '#activities/fault-points.ts';
import { adjustCredits, verifyLedger } from '#api/domain/credits/ledger.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { chargedOutcomes, type RowOutcome } from '#contracts/jobs/jobs.ts';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { services } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { isFull, todaysShare } from '#tests/harness/depth.ts';
import { JOB_TIMEOUT_MS, retriedUntilEnded } from '#tests/harness/resting-jobs.ts';
import { until } from '#tests/harness/until.ts';
import { expectedRows } from '#tests/harness/sample-rows.ts';
import { asExpected, creditsLeft, previewSheet, template } from '#tests/harness/stack-samples.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { adjustment } from '#tests/factories.ts';

/** How long the filing of a worker that died after sending its request is looked for. */
const EFFECT_MS = 10_000;
/** How many requests the portal refuses while it is down. */
const OUTAGE_REQUESTS = 4;

const filing = services.filter(({ effect }) => effect === 'submit');

/**
 * One service shows over several days that the protocol holds at each of its steps; the others show that they follow
 * it.
 */
const atEveryStep = 'exp-issue';
const others = filing.filter(({ id }) => id !== atEveryStep);
const chosen = filing.filter(
  (service) => service.id === atEveryStep || todaysShare(others).includes(service),
);
/** Just before and just after the click that files, where a second filing could be made. */
function pointsOf(serviceId: string): readonly FaultPoint[] {
  if (isFull) return faultPoints;
  const atTheClick: readonly FaultPoint[] = ['intent written', 'let go', 'after commit'];
  const others = faultPoints.filter((point) => !atTheClick.includes(point));
  return serviceId === atEveryStep
    ? [...todaysShare(atTheClick), ...todaysShare(others)]
    : todaysShare(atTheClick, 1, 1);
}

/** Where a worker that freezes could file once more when it thaws. */
const freezePoints = ['intent written', 'before last check', 'let go', 'allowed to leave'] as const;
const portals = [...new Set(filing.map(({ portal }) => portal))];
/** One service of each portal; the portals and their services take turns. */
const freezing = todaysShare(portals).flatMap((portal) =>
  todaysShare(filing.filter((service) => service.portal === portal)).slice(0, 1),
);

const directory = mkdtempSync(path.join(tmpdir(), 'chalan-fault-'));
const faultFile = path.join(directory, 'point');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let stack: TestStack;
let customer: Customer;
let admin: Customer;

beforeAll(async () => {
  stack = await startTestStack({ FAULT_POINT_FILE: faultFile, PORTAL_EFFECT_MS: String(EFFECT_MS) });
  [customer, admin] = await Promise.all([stack.demo(), stack.admin()]);
  // More credits than the demo customer has, because every sample is run several times.
  await adjustCredits(stack.db, adjustment(customer.userId, 'add', 1_000_000n));
  for (const portal of credentialPortals) await customer.saveLogin(portal, 'padma', 'padma1234');
});
afterEach(() => stack.control('DELETE', '/faults'));

const isCharged = ({ outcome }: JobRow): boolean => chargedOutcomes.has(outcome as RowOutcome);

type Trouble = {
  before: () => unknown;
  /** Begins together with the job. */
  meanwhile?: () => Promise<unknown>;
  /** Happens when the job has ended. */
  after?: () => Promise<unknown>;
};

/** Runs the sample on a freshly seeded portal with trouble; its end is that of an undisturbed run. */
async function expectOneFilingEach(service: ServiceDefinition, trouble: Trouble): Promise<void> {
  const preview = await previewSheet(customer, service, await template(customer, service, 'csv'));
  await stack.seed();
  const before = await creditsLeft(customer);
  await trouble.before();
  const { jobId } = await customer.start(preview);
  const [{ job, rows }] = await Promise.all([
    retriedUntilEnded(admin, { service, customer, jobId }),
    trouble.meanwhile?.(),
  ]);
  await trouble.after?.();
  expect(job.state).toBe('completed');
  expect(rows.map(asExpected)).toEqual(expectedRows(service.id));
  expect(rows.map(({ charged }) => charged)).toEqual(rows.map(isCharged));
  const entries = await stack.journal(service.portal ?? '');
  const filed = entries.filter(({ kind }) => kind === 'commit').map(({ key }) => key);
  expect(new Set(filed).size).toBe(filed.length);
  const done = rows.filter(({ outcome }) => outcome === 'SUCCESS');
  expect(filed).toHaveLength(new Set(done.map(({ portalReference }) => portalReference)).size);
  const spent = (rows.filter(isCharged).length * service.defaultCostHundredths) / 100;
  expect(await creditsLeft(customer)).toMatchObject({ credits: before.credits - spent, reservedCredits: 0 });
  expect(await verifyLedger(stack.db)).toEqual([]);
}

describe.each(chosen.map((service) => [service.id, service] as const))('%s', (serviceId, service) => {
  it.each(pointsOf(serviceId))(
    'a filing whose worker dies at "%s" is made once, and every row is charged once',
    async (point) => {
      await expectOneFilingEach(service, {
        before: () => writeFileSync(faultFile, faultText(point, 'SIGKILL')),
      });
      expect(existsSync(faultFile), 'the worker died').toBe(false);
    },
    JOB_TIMEOUT_MS,
  );

  it.runIf(todaysShare(chosen).includes(service))(
    'a filing whose answer is lost as the portal goes down is looked up later, and nothing is filed twice',
    async () => {
      const { portal } = service;
      const lost = { portal, kind: 'drop-connection', afterCommit: true, times: 1 };
      const outage = { portal, kind: 'http503-maintenance', fromCommit: true, times: OUTAGE_REQUESTS };
      await expectOneFilingEach(service, {
        before: async () => {
          await stack.control('POST', '/faults', lost);
          await stack.control('POST', '/faults', outage);
        },
      });
      const left = await stack.faults();
      expect(
        left.filter(({ kind }) => kind === lost.kind),
        'the answer was lost',
      ).toEqual([]);
      const unspent = left.filter(({ kind }) => kind === outage.kind);
      expect(
        unspent.filter(({ times }) => times === OUTAGE_REQUESTS),
        'the portal was down',
      ).toEqual([]);
    },
    JOB_TIMEOUT_MS,
  );
});

describe.each(freezing.map((service) => [service.id, service] as const))('%s', (_, service) => {
  /** The worker that holds the portal's only lease, and its fencing token. */
  const owner = () =>
    stack.db.portalLease.findFirst({
      where: { portal: service.portal ?? '', worker: { not: null } },
      select: { worker: true, token: true },
    });

  /** Starts the successor only when the first worker is frozen, so that it is the first that freezes. */
  async function succeed(): Promise<() => Promise<void>> {
    await until('the worker to freeze', () => !existsSync(faultFile), JOB_TIMEOUT_MS);
    const frozen = await owner();
    const stop = await stack.addWorker();
    const isSucceeded = async (): Promise<boolean> => {
      const next = await owner();
      return next !== null && next.worker !== frozen?.worker && next.token !== frozen?.token;
    };
    // Temporal may first hand the next try to the frozen worker, whose connections are still open.
    await until('the successor', isSucceeded, JOB_TIMEOUT_MS);
    return stop;
  }

  it.each(todaysShare(freezePoints))(
    'a worker that freezes at "%s" and thaws when its successor has filed files nothing more',
    async (point) => {
      let stopSuccessor = async (): Promise<void> => undefined;
      try {
        await expectOneFilingEach(service, {
          before: () => writeFileSync(faultFile, faultText(point, 'SIGSTOP')),
          meanwhile: async () => {
            stopSuccessor = await succeed();
          },
          after: async () => {
            stack.thaw('worker');
            // It ends when it has finished what it had begun.
            await stack.restart('worker');
          },
        });
      } finally {
        stack.thaw('worker');
        await stopSuccessor();
      }
    },
    JOB_TIMEOUT_MS,
  );
});
