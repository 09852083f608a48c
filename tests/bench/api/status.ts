/** The job status call while 200 clients poll every 2 s, compared with the same server's health call. */
import { quantile, report, type BenchStack } from '../measure.ts';

const CLIENTS = 200;
const PERIOD_MS = 2_000;
const DURATION_MS = 20_000;
/** The first polls open 200 connections; they are not counted. */
const WARM_UP_MS = 4_000;
const JOB_TIMEOUT_MS = 120_000;

export async function benchStatus({ customer, stack }: BenchStack): Promise<void> {
  const sample = await customer.download('/templates/exp-search.csv');
  const preview = await customer.preview('exp-search', new File([sample.bytes], sample.name));
  const { jobId } = await customer.start(preview);
  // Waits for the job's end, so that the API is measured without the browser working on the same cores.
  await customer.follow(jobId, JOB_TIMEOUT_MS);
  const status: number[] = [];
  const health: number[] = [];
  const countFrom = Date.now() + WARM_UP_MS;
  const until = countFrom + DURATION_MS;
  const timed = async (url: string, times: number[]): Promise<void> => {
    const begun = performance.now();
    const response = await fetch(url, { headers: { cookie: customer.cookie } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
    if (Date.now() > countFrom) times.push(performance.now() - begun);
  };
  const poll = async (index: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, (index / CLIENTS) * PERIOD_MS));
    while (Date.now() < until) {
      const next = Date.now() + PERIOD_MS;
      await timed(`${stack.addresses.app}/api/jobs/${jobId}/status`, status);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
    }
  };
  const pollHealth = async (): Promise<void> => {
    while (Date.now() < until) {
      await timed(`${stack.addresses.app}/api/health`, health);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await Promise.all([...Array.from({ length: CLIENTS }, (_, index) => poll(index)), pollHealth()]);
  report('status call, 200 clients every 2 s (wanted: p99 below 100 ms)', {
    'p50 ms': quantile(status, 0.5),
    'p99 ms': quantile(status, 0.99),
    'health p50 ms': quantile(health, 0.5),
    'health p99 ms': quantile(health, 0.99),
    'ratio of p50': quantile(status, 0.5) / quantile(health, 0.5),
    calls: status.length,
  });
}
