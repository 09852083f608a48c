/** A token for some services reads the balance, but of history and usage only what concerns its services. */
import { beforeAll, expect, test } from 'vitest';
import { reserve, settle } from '#api/domain/credits/ledger.ts';
import { creditMessages } from '#contracts/credits/messages.ts';
import { held, newTokenRequest, settlement, storedToken } from '#tests/factories.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';

const app = await startTestApp();
const { db } = app.deps;
const today = new Date().toISOString().slice(0, 10);
const OWN = 'ctg-port-tracking';
let ana: Account;
beforeAll(async () => {
  ana = await app.signUpAndVerify();
  for (const [serviceId, file] of [
    [OWN, 'boxes.csv'],
    ['exp-search', 'zanzibar.csv'],
  ] as const) {
    const jobId = await keptJob(db, ana, { serviceId });
    const description = creditMessages.job({ service: serviceId, file });
    await reserve(db, { ...held(ana.id, 300n, jobId), description });
    await settle(db, { ...settlement(jobId, 300n), description });
  }
});

/** Answers to everything that a token with this limit may read about credits. */
async function readWith(serviceIds: string[] | null): Promise<Record<string, unknown>[]> {
  const request = newTokenRequest({ scopes: ['credits:read'], serviceIds });
  const { token } = await storedToken(db, ana.id, request);
  const paths = [
    `/api/users/${ana.id}/credit-history`,
    `/api/analytics/credit-usage/${ana.id}`,
    `/api/analytics/credit-usage-by-day/${ana.id}?dateFrom=${today}&dateTo=${today}`,
    `/api/users/${ana.id}/credit-overview`,
  ];
  const answers = [];
  for (const path of paths) {
    const answer = await app.request(path, { headers: { authorization: `Bearer ${token}` } });
    expect(answer, answer.text).toMatchObject({ status: 200 });
    answers.push(answer.body);
  }
  return answers;
}

test('a token for one service sees neither lines, files nor usage of another service', async () => {
  const answers = await readWith([OWN]);
  expect(JSON.stringify(answers)).not.toMatch(/zanzibar|exp-search/);
  expect(JSON.stringify(answers)).toContain('boxes.csv');
  const [, usage, , overview] = answers;
  expect(usage).toMatchObject({ services: [{ serviceId: OWN, percentage: 100 }], totalCreditsSpent: 3 });
  expect(overview).toMatchObject({ overview: { balance: 94 } });
});

test('a token for all services sees the whole history and usage', async () => {
  const [history, usage] = await readWith(null);
  expect(JSON.stringify(history)).toContain('zanzibar.csv');
  expect(usage).toMatchObject({ totalCreditsSpent: 6 });
});
