/** What every bench needs: the stack on free ports, many at a time, medians, one way to print. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase, type Database } from '#prisma/client.ts';
import { signIn, type Customer } from '#temporal/local/customer.ts';
import { freePort } from '#temporal/local/ports.ts';
import { startStack, type Stack } from '#temporal/local/stack.ts';
import { hundredthsFromCredits } from '#contracts/credits.ts';
import { adjustCredits } from '#api/domain/ledger.ts';

export type BenchStack = { stack: Stack; db: Database; customer: Customer; stop: () => Promise<void> };

const CREDITS = 1_000_000;

export async function startBenchStack(): Promise<BenchStack> {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalan-bench-'));
  chmodSync(directory, 0o755);
  Object.assign(process.env, {
    CHALAN_DATA: directory,
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    PORT: String(await freePort()),
    POSTGRES_PORT: String(await freePort()),
    TEMPORAL_PORT: String(await freePort()),
    TEMPORAL_UI_PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
  });
  const stack = await startStack(() => undefined);
  const db = openDatabase(stack.databaseUrl, 3);
  const customer = await signIn(stack.addresses.app, 'demo@chalan.test', 'demo1234');
  await customer.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
  await adjustCredits(db, {
    userId: customer.userId,
    amountHundredths: BigInt(hundredthsFromCredits(CREDITS)),
    operation: 'add',
    key: 'bench',
    actorId: 'bench',
    description: 'Credits for the bench',
  });
  const stop = async (): Promise<void> => {
    await db.$disconnect();
    await stack.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { stack, db, customer, stop };
}

/** Runs `work` for 0 … count-1 with at most `inFlight` at a time; answers how many finished per second. */
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

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function report(name: string, figures: Record<string, string | number>): void {
  const parts = Object.entries(figures).map(
    ([key, value]) => `${key} ${typeof value === 'number' ? value.toFixed(2) : value}`,
  );
  process.stdout.write(`${name}: ${parts.join(', ')}\n`);
}
