/**
 * `npm run bench [-- name …] [--rows=N] [--sessions=N] [--minutes=N] [--service=ID]`: measures speed against references
 * in the same run and prints ratios. `--list` prints the names and the references instead.
 */
import { parseArgs } from 'node:util';
import { api } from './api.ts';
import { chosenBy, type Bench, type Chosen, type Family } from './family.ts';
import { jobs } from './jobs.ts';
import { startBenchStack, type BenchStack } from './measure.ts';
import { pdf } from './pdf.ts';
import { portals } from './portals.ts';
import { rowServices } from './portals/rows.ts';
import { web } from './web.ts';

/** Measurements without the platform come first, so that it does not run beside them. */
const families: Record<string, Family> = { pdf, web, api, portals, jobs };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string' },
    sessions: { type: 'string' },
    minutes: { type: 'string' },
    service: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

function print({ name, against }: Chosen): void {
  process.stdout.write(`${name}, against ${against}\n`);
}

function optionsOf({ rows, sessions, minutes, service }: typeof values): Bench['options'] {
  const found = rowServices.find((id) => id === service);
  if (service !== undefined && !found) throw new Error(`There is no service ${service}.`);
  return {
    ...(rows ? { rows: Number(rows) } : {}),
    ...(sessions ? { sessions: Number(sessions) } : {}),
    ...(minutes ? { minutes: Number(minutes) } : {}),
    ...(found ? { service: found } : {}),
  };
}

async function run(chosen: readonly Chosen[]): Promise<void> {
  let started: Promise<BenchStack> | undefined;
  const bench: Bench = { stack: () => (started ??= startBenchStack()), options: optionsOf(values) };
  try {
    for (const measurement of chosen) {
      print(measurement);
      await measurement.measure(bench);
    }
  } finally {
    await (await started)?.stop();
  }
}

const unknown = positionals.filter((name) => chosenBy(families, [name]).length === 0);
if (values.list || unknown.length > 0) {
  if (unknown.length > 0) process.stderr.write(`There is no benchmark ${unknown.join(', ')}. There are:\n`);
  for (const [family, measurements] of Object.entries(families))
    for (const name of Object.keys(measurements)) chosenBy(families, [`${family}:${name}`]).forEach(print);
  process.exit(unknown.length > 0 ? 2 : 0);
}
await run(chosenBy(families, positionals));
process.exit();
