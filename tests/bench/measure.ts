/** What every benchmark needs: the stack on free ports, concurrent runs, medians, and one way to print. */
import Papa from 'papaparse';
import { english } from '#contracts/messages/render.ts';
import { quote, storedMessage } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';
import type { RowData } from '#services/contract.ts';
import { signIn, type Customer } from '#temporal/local/customer.ts';
import type { Stack } from '#temporal/local/stack.ts';
import { startOwnStack } from '#tests/harness/own-stack.ts';
import { hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { adjustCredits } from '#api/domain/credits/ledger.ts';

export type BenchStack = { stack: Stack; db: Database; customer: Customer; stop: () => Promise<void> };

const CREDITS = 1_000_000;

export async function startBenchStack(): Promise<BenchStack> {
  const { stack, db, stop } = await startOwnStack({ LOG_LEVEL: 'error', WEB_MODE: 'production' });
  const customer = await signIn(stack.addresses.app, 'demo@chalan.test', 'demo1234');
  await customer.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
  await adjustCredits(db, {
    userId: customer.userId,
    amountHundredths: BigInt(hundredthsFromCredits(CREDITS)),
    operation: 'add',
    key: 'bench',
    actorId: 'bench',
    description: quote('Credits for the bench'),
  });
  return { stack, db, customer, stop };
}

/** Sends a command to the sandbox portals; null clears what earlier commands set. */
export async function controlSandbox(
  { stack }: BenchStack,
  command: 'seed' | 'faults',
  body: object | null,
): Promise<void> {
  const answer = await fetch(`${stack.addresses.sandbox}/__control/${command}`, {
    method: body ? 'POST' : 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${command}.`);
}

/** Runs `work` for 0 … count-1 with at most `inFlight` at a time; returns how many finished per second. */
export async function perSecond(
  count: number,
  inFlight: number,
  work: (index: number) => Promise<void>,
): Promise<number> {
  const begun = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return count / ((performance.now() - begun) / 1000);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Growth of y with x, by least squares. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map((point) => point.x));
  const y = mean(points.map((point) => point.y));
  const together = points.map((point) => (point.x - x) * (point.y - y));
  return mean(together) / mean(points.map((point) => (point.x - x) ** 2));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * Time from the end of the job's first row, or of row `from`, to the end of its last one, without login and result
 * files.
 */
export async function msPerRow(db: Database, jobId: string, from = 1): Promise<number> {
  const rows = await db.jobRow.findMany({
    where: { jobId, rowNumber: { gte: from } },
    orderBy: { rowNumber: 'asc' },
    select: { processedAt: true },
  });
  const ends = rows.map(({ processedAt }) => processedAt?.getTime() ?? Number.NaN);
  return ((ends.at(-1) ?? Number.NaN) - (ends[0] ?? Number.NaN)) / (ends.length - 1);
}

export function report(name: string, figures: Record<string, string | number>): void {
  const parts = Object.entries(figures).map(
    ([key, value]) => `${key} ${typeof value === 'number' ? value.toFixed(2) : value}`,
  );
  process.stdout.write(`${name}: ${parts.join(', ')}\n`);
}

/** The process of a part of the platform. */
export function pidOf({ stack }: BenchStack, part: string): string {
  const pid = stack.parts.find(({ name }) => name === part)?.pid();
  if (!pid) throw new Error(`The part ${part} does not run.`);
  return String(pid);
}

/** The upload for rows that are given as cells by column. */
export const sheetOf = (rows: readonly RowData[]): File => new File([Papa.unparse([...rows])], 'bench.csv');

const WATCH_MS = 500;

/** Waits for the job's end; queries the database rarely, so that watching does not cost what is measured. */
export async function endOf(db: Database, jobId: string, timeoutMs: number): Promise<EndedJob> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { finishedAt, errorMessage, ...job } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
    if (finishedAt) return { ...job, errorMessage: english(storedMessage(errorMessage)), finishedAt };
    if (Date.now() > deadline) throw new Error(`Job ${jobId} did not end in time.`);
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  }
}

export type EndedJob = {
  id: string;
  state: string;
  errorMessage: string;
  rowsSucceeded: number;
  createdAt: Date;
  finishedAt: Date;
};
