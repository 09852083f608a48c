/**
 * The rules for the service objectives: each alert is provoked, by events that the platform counts as it works. The rules
 * are read from the file that Prometheus reads, and worked out over the events of one test.
 */
import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics, type Metrics } from '#api/adapters/metrics.ts';
import { objectives } from '#contracts/site/objectives.ts';
import { newExporter, type Customer } from '#tests/harness/job-calls.ts';
import { paidPayment, startPayments } from '#tests/harness/payment-calls.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';

const metrics = createMetrics('api');
const sandbox = await startSandbox();
const portal = { BB_EXP_URL: sandbox.url('bb-exp'), PORTAL_EFFECT_MS: '1000' };
const payments = await startPayments(portal, { metrics });

type Rule = { record?: string; alert?: string; expr: string };
const { groups } = parse(readFileSync('ops/objectives.yml', 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap(({ rules: own }) => own);
const exprOf = (record: string): string => rules.find((rule) => rule.record === record)?.expr ?? '';
const alerts = rules.flatMap(({ alert, expr }) => (alert === undefined ? [] : [{ alert, expr }]));

const startUrl = { method: 'POST', route: '/api/process-automation' };
const SLOW_MS = 200_000;
/** One event that is good, and one that is bad. */
const events: Record<string, { good: (metrics: Metrics) => void; bad: (metrics: Metrics) => void }> = {
  starts: {
    good: (metrics) => metrics.answered({ ...startUrl, status: 200 }, 100),
    bad: (metrics) => metrics.answered({ ...startUrl, status: 503 }, 100),
  },
  rows: {
    good: (metrics) => metrics.rowEnded('cpa', 100),
    bad: (metrics) => metrics.rowEnded('cpa', SLOW_MS),
  },
  filings: { good: (metrics) => metrics.filed(true), bad: (metrics) => metrics.filed(false) },
  payments: { good: (metrics) => metrics.paid(true), bad: (metrics) => metrics.paid(false) },
};

/** The value of a selector: the sum of the samples whose labels it asks for. */
function valueOf(text: string, selector: string): number {
  const [, name = '', wanted = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? [];
  const labels = [...wanted.matchAll(/(\w+)(=|!~)"([^"]*)"/g)];
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .filter((line) =>
      labels.every(([, label, is, value = '']) => {
        const [, own = ''] = new RegExp(`[{,]${label}="([^"]*)"`).exec(line) ?? [];
        return is === '=' ? own === value : !new RegExp(`^(?:${value})$`).test(own);
      }),
    )
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Works a recording rule out over all events since the start; its two counters are those of its text. */
function worked(text: string, record: string): number {
  const [total = 0, good = 0] = [
    ...exprOf(record).matchAll(/(?:rate|increase)\((chalan_\w+(?:\{[^}]*\})?)\[/g),
  ]
    .map(([, selector = '']) => valueOf(text, selector))
    .toSorted((one, other) => other - one);
  return record.includes(':ratio_rate') ? 1 - good / total : total - good;
}

/** Whether the alert rings: one of its groups of conditions is met. */
function rings(text: string, expr: string): boolean {
  return expr.split(' or ').some((group) => {
    const conditions = [...group.matchAll(/(chalan:[\w:]+) > ([\d.]+)/g)];
    expect(conditions).toHaveLength(3);
    return conditions.every(([, record = '', bound]) => worked(text, record) > Number(bound));
  });
}

describe('the alerts of ops/objectives.yml', () => {
  test('each objective has two, and a rule for what is left of its budget', () => {
    expect(alerts).toHaveLength(objectives.length * 2);
    expect(Object.keys(events).toSorted()).toEqual(objectives.map(({ name }) => name).toSorted());
    for (const { name } of objectives)
      expect(exprOf(`chalan:${name}_budget:left`)).toContain('ratio_rate30d');
  });

  test.each(alerts)(
    '$alert is quiet while the objective is met, and rings when it is missed',
    async ({ alert, expr }) => {
      const [, name = ''] = /chalan:(\w+)_bad/.exec(expr) ?? [];
      const { good, bad } = events[name]!;
      const metrics = createMetrics('api');
      const make = (event: (metrics: Metrics) => void, times: number): void => {
        for (let made = 0; made < times; made += 1) event(metrics);
      };
      make(good, 2_000);
      make(bad, 1);
      expect(rings(await metrics.text(), expr), `${alert} within the budget`).toBe(false);
      make(bad, 8_000);
      expect(rings(await metrics.text(), expr), alert).toBe(true);
    },
  );

  test('one bad event among few wakes nobody', async () => {
    for (const { expr } of alerts) {
      const [, name = ''] = /chalan:(\w+)_bad/.exec(expr) ?? [];
      const metrics = createMetrics('api');
      events[name]!.good(metrics);
      events[name]!.bad(metrics);
      expect(rings(await metrics.text(), expr), name).toBe(false);
    }
  });
});

describe('what the platform does counts for the objectives', () => {
  let ana: Customer;
  beforeAll(async () => {
    ana = await newExporter(payments.app);
  });
  const counted = async (selector: string): Promise<number> => valueOf(await metrics.text(), selector);

  test('a start, a row and a filing are counted as good, and a filing whose answer was lost as bad', async () => {
    const fileOne = async (invoice: string): Promise<void> => {
      const [sample] = sampleRows('exp-issue');
      const row = { ...sample, invoice_no: invoice };
      const cells = Object.values(row).map((cell) => `"${cell}"`);
      const sheet = new File([`${Object.keys(row).join(',')}\n${cells.join(',')}`], 'exps.csv');
      const preview = await ana.previewed('exp-issue', sheet);
      const { totalCredits } = preview;
      const request = { serviceId: 'exp-issue', file: sheet, totalCredits, key: randomUUID() };
      const { jobId } = await ana.started(request);
      expect(await ana.ended(jobId)).toMatchObject({ rowsSucceeded: 1 });
    };
    await fileOne('PAL/1');
    const start = '{method="POST",route="/api/process-automation"}';
    expect(await counted(`chalan_request_seconds_count${start}`)).toBe(1);
    expect(await counted('chalan_row_seconds_count{portal="bb-exp"}')).toBe(1);
    expect(await counted('chalan_filings_total{result="known"}')).toBe(1);
    expect(await counted('chalan_filings_total{result="unknown"}')).toBe(0);
    const lost = { kind: 'drop-connection', afterCommit: true, times: 1 } as const;
    await sandbox.setFault(lost);
    await fileOne('PAL/2');
    expect(await counted('chalan_filings_total{result="known"}')).toBe(1);
    expect(await counted('chalan_filings_total{result="unknown"}')).toBe(1);
  });

  test('a payment is counted as known when bKash answers, and as unknown when its answer is lost', async () => {
    const payer = await payments.customer();
    await paidPayment(payments, payer);
    expect(await counted('chalan_payments_total{result="known"}')).toBe(1);
    payments.control.addFault({ kind: 'dropAfterCommit', operation: 'execute' });
    await paidPayment(payments, payer);
    expect(await counted('chalan_payments_total{result="known"}')).toBe(1);
    expect(await counted('chalan_payments_total{result="unknown"}')).toBe(1);
  });
});
