/** Metrics as Prometheus reads them, and each alert on them provoked: quiet before, ringing after. */
import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { createMetrics, serveMetrics } from '#api/adapters/metrics.ts';
import { platformState } from '#api/domain/site/platform-state.ts';
import { placeOfBank } from '#contracts/portals/bank-places.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

/** Rules about durations and processes, which Prometheus itself works out. */
const OTHER_ALERTS = 5;
const app = await startTestApp();
const { db } = app.deps;
const metrics = createMetrics('api', { platform: () => platformState(app.deps) });
let ana: Account;
beforeAll(async () => {
  ana = await app.signUpAndVerify();
});

beforeEach(async () => {
  await db.$executeRaw`TRUNCATE jobs, portal_states, portal_limits, portal_leases CASCADE`;
});

type Alert = { name: string; expr: string };
const alerts: Alert[] = [
  ...readFileSync('ops/alerts.yml', 'utf8').matchAll(/- alert: (\w+)\n\s+expr: (.*)\n/g),
].map(([, name = '', expr = '']) => ({ name, expr }));

/** The rules about gauges of the platform: `max(metric) > number`, or `min by (label) (metric) == number`. */
const simple = /^(?:max|min by \(\w+\) )\((chalan_\w+)\) (>|==) (\d+)$/;

/** Returns the values of a metric, whatever its labels. */
const valuesOf = (text: string, metric: string): number[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))));

async function rings({ name, expr }: Alert): Promise<boolean> {
  const [, metric = '', comparison, bound] = simple.exec(expr) ?? [];
  const values = valuesOf(await metrics.text(), metric);
  expect(values.length, `${name} is about ${metric}`).toBeGreaterThan(0);
  return values.some((value) => (comparison === '>' ? value > Number(bound) : value === Number(bound)));
}

const open = { finishedAt: null, expiresAt: null, errorCode: null };
const parked = (outcomes: (string | null)[] = []): Promise<string> =>
  keptJob(db, ana, { ...open, state: 'parked', outcomes });

const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);
/** A job whose credits were reserved two hours ago. */
async function reservedJob(state: 'queued' | 'parked', portal: string | null = 'cpa'): Promise<string> {
  const jobId = await keptJob(db, ana, { ...open, state, portal, outcomes: [] });
  const createdAt = ago(2);
  await db.reservation.create({ data: { jobId, attempt: 1, userId: ana.id, amount: 100n, createdAt } });
  return jobId;
}
const workingPortal = (given: Partial<Prisma.PortalStateUncheckedCreateInput> = {}) =>
  db.portalState.create({ data: { portal: 'cpa', address: 'https://cpa.test', since: ago(9), ...given } });
const hours = (openingHours: { weekday: string; from: string; to: string }[]) =>
  db.portalLimits.create({ data: { portal: 'cpa', openingHours } });
const weekdayOf = (time: Date): string =>
  time.toLocaleDateString('en', { weekday: 'long', timeZone: 'Asia/Dhaka' }).toLowerCase();

/** What makes each alert about the platform ring; the others are about durations and processes. */
const provocations: Record<string, () => Promise<unknown>> = {
  FilingsWaitForAPerson: async () => {
    const jobId = await parked([null]);
    await db.jobRow.updateMany({ where: { jobId }, data: { aside: 'person' } });
  },
  JobsWaitForTheTeam: async () => {
    const waiting = { kind: 'person', since: new Date().toISOString(), message: 'Text' };
    await db.job.update({ where: { id: await parked() }, data: { waiting } });
  },
  PaymentsWaitForADecision: async () => {
    const money = { userId: ana.id, amount: 100n, credits: 1n };
    const order = await db.purchaseOrder.create({
      data: { ...money, invoice: randomUUID(), creditsPerBdtHundredths: 200 },
    });
    const { id: attemptId } = await db.paymentAttempt.create({
      data: { ...money, orderId: order.id, invoice: randomUUID(), resultToken: randomUUID() },
    });
    await db.paymentOpenEnd.create({ data: { attemptId, kind: 'held', amount: 100n } });
  },
  NoticesWaitForAPerson: () =>
    db.ipnMessage.create({
      data: { messageId: randomUUID(), trxId: 'TRX1', amount: 100n, body: {}, receivedAt: new Date() },
    }),
  PortalStopped: () =>
    db.portalState.create({ data: { portal: 'cpa', status: 'down', detail: 'No answer' } }),
  JobsWaitTooLong: async () => {
    await workingPortal();
    await reservedJob('queued');
  },
  WebhooksFail: () =>
    db.webhook.create({
      data: { userId: ana.id, url: 'https://erp.test/', secret: 'sealed', failingSince: new Date() },
    }),
};

describe('the alerts of ops/alerts.yml', () => {
  test('every rule about the platform is provoked here', () => {
    const about = alerts.filter(({ expr }) => simple.test(expr)).map(({ name }) => name);
    expect(about.toSorted()).toEqual(Object.keys(provocations).toSorted());
    expect(alerts.length - about.length).toBe(OTHER_ALERTS);
  });

  test.each(alerts.filter(({ name }) => name in provocations))(
    '$name is quiet on an empty platform, and rings when it should',
    async (alert) => {
      expect(await rings(alert)).toBe(false);
      await provocations[alert.name]?.();
      expect(await rings(alert)).toBe(true);
    },
  );
});

describe('JobsWaitTooLong', () => {
  const alert = alerts.find(({ name }) => name === 'JobsWaitTooLong') ?? expect.fail('The alert exists.');
  const tomorrow = new Date(Date.now() + 24 * HOUR_MS);

  test.each<[string, () => Promise<unknown>]>([
    ['is parked', () => reservedJob('parked')],
    ['is parked and needs no portal', () => reservedJob('parked', null)],
  ])('the alert is quiet about a job that %s, because it does not wait for its turn', async (_, wait) => {
    await workingPortal();
    await wait();
    expect(await rings(alert)).toBe(false);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is paused', () => workingPortal({ pausedAt: ago(1) })],
    ['is down', () => workingPortal({ status: 'down' })],
    ['works again after an outage that ended half an hour ago', () => workingPortal({ since: ago(0.5) })],
    ['was resumed half an hour ago', () => workingPortal({ mendedAt: ago(0.5) })],
    [
      'is outside its opening hours',
      async () => {
        await workingPortal();
        await hours([{ weekday: weekdayOf(tomorrow), from: '09:00', to: '09:01' }]);
      },
    ],
  ])('the alert is quiet about a queued job whose portal %s', async (_, arrange) => {
    await arrange();
    await reservedJob('queued');
    expect(await rings(alert)).toBe(false);
  });

  test('the alert is quiet about a job that has worked for two hours and queued up again just now', async () => {
    await workingPortal();
    const jobId = await reservedJob('queued');
    const holder = jobWorkflowId('ctg-port-tracking', jobId);
    await db.portalLease.create({ data: { portal: 'cpa', login: holder, holder, userId: ana.id } });
    expect(await rings(alert)).toBe(false);
    await db.portalLease.updateMany({ data: { requestedAt: ago(2) } });
    expect(await rings(alert)).toBe(true);
  });

  test('the alert rings about a queued job that needs no portal', async () => {
    await reservedJob('queued', null);
    expect(await rings(alert)).toBe(true);
  });
});

test('PortalStopped rings for the desk of a bank beyond the first, whose jobs are counted by its place', async () => {
  const alert = alerts.find(({ name }) => name === 'PortalStopped') ?? expect.fail('The alert exists.');
  const place = placeOfBank('delta-bank');
  const names = { nameEn: 'Delta Bank', nameBn: 'ডেল্টা ব্যাংক' };
  await db.bank.create({ data: { key: 'delta-bank', place, ...names, hasDesk: true, createdBy: ana.id } });
  await keptJob(db, ana, { ...open, state: 'parked', portal: place, outcomes: [] });
  await db.portalState.create({ data: { portal: place, address: 'https://desk.test' } });
  expect(await rings(alert)).toBe(false);
  expect(await metrics.text()).toContain(`chalan_jobs{portal="${place}",state="parked",process="api"} 1`);
  await db.portalState.updateMany({ data: { status: 'down' } });
  expect(await rings(alert)).toBe(true);
  await db.$executeRaw`TRUNCATE jobs CASCADE`;
  await db.bank.deleteMany();
  expect(await metrics.text()).not.toContain(place);
});

test('answered requests are counted by the pattern of their path, never by what a caller wrote in it', async () => {
  const counting = createMetrics('api');
  const counted = await startTestApp({ deps: { metrics: counting } });
  await counted.get('/api/jobs/11111111-1111-4111-8111-111111111111');
  await counted.get('/no/such/page');
  const lines = (await counting.text()).split('\n').filter((line) => line.includes('request_seconds_count'));
  expect(lines).toContainEqual(expect.stringMatching(/route="\/api\/jobs\/:jobId",status="401"/));
  expect(lines.join('\n')).not.toMatch(/11111111|no\/such/);
});

test('the metrics have an address of their own, with nothing else on it', async () => {
  const server = serveMetrics(metrics, '127.0.0.1:0');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await fetch(`${origin}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4');
  expect(await answer.text()).toContain('chalan_jobs{');
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect((await app.get('/metrics')).status).toBe(404);
  server.close();
});
