/**
 * Metrics of one process in the format of Prometheus. They are served on an address of their own, which only operators
 * reach: METRICS_ADDRESS.
 */
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PlatformState } from '#api/domain/site/platform-state.ts';
import { objectiveBounds } from '#contracts/site/objectives.ts';
import type { SpanCounts } from './tracing.ts';

/** What a process notes as it works. */
export type EventCounters = {
  /** Notes the duration of an answered request; `route` is the pattern of its path. */
  answered: (request: { method: string; route: string; status: number }, durationMs: number) => void;
  /** Notes how long a worker took for a row, from its first try to its end; the portal is null where none is needed. */
  rowEnded: (portal: string | null, durationMs: number) => void;
  /** Notes a filing that was sent: whether its answer arrived. */
  filed: (isKnown: boolean) => void;
  /** Notes an execute of a payment that was sent: whether bKash said what became of it. */
  paid: (isKnown: boolean) => void;
};

export type Metrics = EventCounters & {
  /** Returns all metrics as text. */
  text: () => Promise<string>;
};

/** Returns counters that pass each event on to all of `several`. */
export const inAll = (several: readonly EventCounters[]): EventCounters => ({
  answered: (request, durationMs) => several.forEach((each) => each.answered(request, durationMs)),
  rowEnded: (portal, durationMs) => several.forEach((each) => each.rowEnded(portal, durationMs)),
  filed: (isKnown) => several.forEach((each) => each.filed(isKnown)),
  paid: (isKnown) => several.forEach((each) => each.paid(isKnown)),
});

/** From an answer out of memory to one that has waited for its database. */
const DURATION_BUCKETS_S = [0.01, 0.03, 0.1, 0.3, objectiveBounds.startS, 3, 10, 30];
/** From a row without a portal to one whose portal is tried again and again. */
const ROW_BUCKETS_S = [1, 3, 10, 30, 60, objectiveBounds.rowS, 300, 900];

/** What is read at each look. Only the API has the platform's state, and only a process that traces has spans. */
type Sources = { platform?: () => Promise<PlatformState>; spans?: (() => SpanCounts) | undefined };

export function createMetrics(process: 'api' | 'worker', { platform: read, spans }: Sources = {}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'chalan_request_seconds',
    help: 'Duration of answered requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  const rows = new Histogram({
    name: 'chalan_row_seconds',
    help: 'Time from the first try of a row to its end.',
    labelNames: ['portal'],
    buckets: ROW_BUCKETS_S,
    registers: [registry],
  });
  const filed = countResults(registry, 'filings', 'Filings that were sent, by whether their answer arrived.');
  const paid = countResults(
    registry,
    'payments',
    'Executes of payments, by whether bKash said what became of them.',
  );
  if (spans) countSpans(registry, spans);
  const platform = read && { read, write: platformGauges(registry) };
  return {
    answered: ({ method, route, status }, durationMs) =>
      requests.observe({ method, route, status: String(status) }, durationMs / 1_000),
    rowEnded: (portal, durationMs) => rows.observe({ portal: portal ?? 'none' }, durationMs / 1_000),
    filed,
    paid,
    text: async () => {
      if (platform) platform.write(await platform.read());
      return registry.metrics();
    },
  };
}

/** Both results exist from the start, so that the first one that is unknown is an increase. */
function countResults(registry: Registry, name: string, help: string): (isKnown: boolean) => void {
  const labelNames = ['result'];
  const counter = new Counter({ name: `chalan_${name}_total`, help, labelNames, registers: [registry] });
  for (const result of ['known', 'unknown']) counter.inc({ result }, 0);
  return (isKnown) => counter.inc({ result: isKnown ? 'known' : 'unknown' });
}

function countSpans(registry: Registry, spans: () => SpanCounts): void {
  const counter = new Counter({
    name: 'chalan_trace_spans_total',
    help: 'Spans of traces that the collector has taken, and those that were dropped.',
    labelNames: ['result'],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const [result, count] of Object.entries(spans())) counter.inc({ result }, count);
    },
  });
}

/** Returns the function that sets the gauges of the platform, which all processes share. */
function platformGauges(registry: Registry): (state: PlatformState) => void {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name: `chalan_${name}`, help, labelNames, registers: [registry] });
  const jobs = gauge('jobs', 'Open jobs by portal and state.', ['portal', 'state']);
  const portals = gauge('portal_works', '1 while jobs run on the portal, 0 while it is paused or down.', [
    'portal',
  ]);
  const waiting = gauge('longest_waiting_seconds', 'How long the oldest waiting job has waited.', []);
  const turn = gauge(
    'longest_turn_seconds',
    'How long the job has waited that waits longest for its turn while its portal is open and works.',
    [],
  );
  const rows = gauge('rows_for_people', 'Rows whose filing a person must decide.', []);
  const stuck = gauge('jobs_for_people', 'Jobs that wait for the team.', []);
  const payments = gauge('payments_for_people', 'Purchases and refunds that wait for a person.', []);
  const notices = gauge(
    'notices_for_people',
    'Notifications of bKash without a purchase that nobody has dealt with.',
    [],
  );
  const reserved = gauge('reserved_credits', 'Credits reserved for open jobs.', []);
  const webhooks = gauge('webhooks_failing', 'Webhooks whose deliveries fail.', []);
  const failed = gauge('jobs_failed_of_day', 'Jobs of the last 24 hours that failed.', []);
  const ended = gauge('jobs_ended_of_day', 'Jobs of the last 24 hours that ended.', []);
  return (platform) => {
    const { withoutPortal, longestWaiting, money, forPeople, failures } = platform;
    const atMs = Date.parse(platform.asOf);
    // A desk that is gone must not keep its last values.
    jobs.reset();
    portals.reset();
    for (const [state, count] of Object.entries(withoutPortal)) jobs.set({ portal: 'none', state }, count);
    for (const { place: portal, ...entry } of placesOf(platform)) {
      for (const [state, count] of Object.entries(entry.jobs)) jobs.set({ portal, state }, count);
      portals.set({ portal }, isWorking(entry) ? 1 : 0);
    }
    const oldest = longestWaiting[0];
    waiting.set(oldest ? (atMs - Date.parse(oldest.since)) / 1_000 : 0);
    turn.set(platform.longestTurnMs / 1_000);
    rows.set(forPeople.rows);
    stuck.set(forPeople.jobs);
    payments.set(money.decisions);
    notices.set(money.notices);
    reserved.set(money.reserved);
    webhooks.set(platform.webhooks.failing);
    failed.set(failures.failed);
    ended.set(failures.ended);
  };
}

type Place = { place: string } & Pick<PlatformState['desks'][number], 'state' | 'jobs'>;
/** The portals, and the desks of the banks beyond the first. */
const placesOf = ({ portals, desks }: PlatformState): Place[] => [
  ...portals.map(({ portal, state, jobs }) => ({ place: portal, state, jobs })),
  ...desks,
];
const stopped: readonly string[] = ['paused', 'down'];
const isWorking = ({ state }: Pick<Place, 'state'>): boolean => !stopped.includes(state);

/** Serves the metrics until the server is closed. `address` is `host:port`. */
export function serveMetrics(metrics: Metrics, address: string): Server {
  const port = Number(address.slice(address.lastIndexOf(':') + 1));
  const host = address.slice(0, address.lastIndexOf(':'));
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  return server.listen(port, host);
}
