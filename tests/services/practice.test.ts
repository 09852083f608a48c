/**
 * Practice on real processes: a customer practises every service with its sample, a third of them a day in CI. The
 * stack's own sandbox stands for the real portals, and a second one for the practice portals.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { PracticeOffer, StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { services } from '#services/catalogue.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { todaysThird } from '#tests/harness/depth.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { creditsLeft } from '#tests/harness/stack-samples.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';

const ALL_TIMEOUT_MS = 480_000;
type Expected = { rows: { outcome: string; documents?: string[] }[] };

const practised = todaysThird(services);
const practice = await startSandbox();
let stack: TestStack;
let customer: Customer;

beforeAll(async () => {
  stack = await startTestStack({
    PRACTICE_PORTALS_URL: practice.url(''),
    PRACTICE_MAILBOX_URL: practice.url('mailbox'),
  });
  customer = await stack.demo();
});

/** What the service's sample gives; documents of practice runs say so in their names. */
function expectedOf(serviceId: string) {
  const { rows } = JSON.parse(
    readFileSync(`activities/services/${serviceId}/expected.json`, 'utf8'),
  ) as Expected;
  return rows.map(({ outcome, documents = [] }) => ({
    outcome,
    documents: documents.map((name) => `practice_${name.replace(/^sample/, serviceId)}`),
  }));
}

async function practise(serviceId: string): Promise<string> {
  // The runs of this customer are of another day, so that all services can be practised.
  const createdAt = new Date(Date.now() - 2 * DAY_MS);
  await stack.db.job.updateMany({ where: { isPractice: true }, data: { createdAt } });
  const body = new FormData();
  body.set('serviceId', serviceId);
  const { jobId } = await customer.call<StartedJob>('/api/practice', { method: 'POST', body });
  return jobId;
}

it(
  'a service is practised with its sample, in full and for nothing, and no real portal is visited',
  { timeout: ALL_TIMEOUT_MS + 60_000 },
  async () => {
    const offer = await customer.call<PracticeOffer>('/api/practice');
    expect(offer.serviceIds).toEqual(services.map(({ id }) => id));
    const before = await creditsLeft(customer);
    const jobs: { serviceId: string; jobId: string }[] = [];
    for (const { id } of practised) jobs.push({ serviceId: id, jobId: await practise(id) });
    const ends: unknown[] = [];
    for (const { serviceId, jobId } of jobs) {
      const job = await customer.follow(jobId, ALL_TIMEOUT_MS);
      const rows = await customer.rows(jobId);
      expect(rows.length).toBeLessThanOrEqual(limits.practiceRowsMax);
      ends.push({
        serviceId,
        state: job.state,
        errorMessage: job.errorMessage,
        rows: rows.map(({ outcome, documents }) => ({
          outcome,
          documents: documents.map(({ name }) => name),
        })),
      });
    }
    expect(ends).toEqual(
      jobs.map(({ serviceId }) => ({
        serviceId,
        state: 'completed',
        errorMessage: null,
        rows: expectedOf(serviceId),
      })),
    );
    const { credits, reservedCredits } = before;
    expect(await creditsLeft(customer)).toMatchObject({ credits, reservedCredits });
    expect(await stack.journal()).toEqual([]);
    const filed = (await Promise.all(portalsOf().map((portal) => practice.journal(portal)))).flat();
    const names = new Set(filed.map(({ user }) => user.replace(/@.*$/, '')).filter(Boolean));
    expect([...names].filter((name) => !name.startsWith('practice-'))).toEqual([]);
    const filing = practised.filter(({ effect }) => effect === 'submit');
    expect(filed.filter(({ kind }) => kind === 'commit').length).toBeGreaterThanOrEqual(filing.length);
  },
);

const portalsOf = (): string[] => [...new Set(services.flatMap(({ portal }) => portal ?? []))];
