/** Rows per second with one session, against a baseline script that makes the same clicks and downloads. */
import { findService } from '#services/catalogue.ts';
import type { ServiceDefinition, RowData } from '#services/contract.ts';
import { rowOf } from '#tests/harness/sample-rows.ts';
import { rawZip } from '#tests/unit/intake/raw-zip.ts';
import { anyPdf, login, type BaselineScript } from '../baseline/script.ts';
import { baselineScripts, type MeasuredService } from '../baseline/scripts.ts';
import { controlSandbox, endOf, median, msPerRow, report, sheetOf, type BenchStack } from '../measure.ts';

/** Both sides take turns sheet by sheet, so that other load on the machine slows both of them. */
const SHEET_ROWS = 10;
const JOB_TIMEOUT_MS = 10 * 60_000;

/** Milliseconds per row: with login and result files, and from the end of the first row to that of the last. */
type Pace = { whole: number; steady: number };
type Bench = { bench: BenchStack; service: ServiceDefinition; script: BaselineScript };
type Side = 'chalan' | 'baseline';

export const rowServices = Object.keys(baselineScripts) as MeasuredService[];

export async function benchRows(
  bench: BenchStack,
  { rows, services }: { rows: number; services: readonly MeasuredService[] },
): Promise<void> {
  const ratios: { id: string; ratio: number }[] = [];
  for (const id of services) {
    const ratio = await benchService(bench, id, rows).catch((error: unknown) => {
      report(id, { failed: String(error) });
      process.exitCode = 1;
      return Number.NaN;
    });
    if (!Number.isNaN(ratio)) ratios.push({ id, ratio });
  }
  const smallest = ratios.toSorted((a, b) => a.ratio - b.ratio)[0];
  if (smallest)
    report('rows per second, one session (wanted: every ratio at least 0.9)', {
      services: String(ratios.length),
      'smallest ratio': smallest.ratio,
      of: smallest.id,
    });
}

async function benchService(bench: BenchStack, id: MeasuredService, rows: number): Promise<number> {
  const service = findService(id);
  if (!service) throw new Error(`There is no service ${id}.`);
  const { credentials } = service;
  if (credentials) await bench.customer.saveLogin(credentials, login.username, login.password);
  const given = { bench, service, script: baselineScripts[id] };
  const rounds: Record<Side, Pace>[] = [];
  for (let round = 0; round < Math.ceil(rows / SHEET_ROWS); round += 1)
    rounds.push(await takeTurns(given, round));
  if (service.portal) await controlSandbox(bench, 'seed', { portal: service.portal, records: {} });
  const perSecond = (side: Side): number => 1000 / median(rounds.map((paces) => paces[side].steady));
  const ratioOf = (part: keyof Pace): number =>
    median(rounds.map(({ chalan, baseline }) => baseline[part] / chalan[part]));
  const ratio = ratioOf('steady');
  report(`${id}, rows per second`, {
    chalan: perSecond('chalan'),
    baseline: perSecond('baseline'),
    ratio,
    'with login and files': ratioOf('whole'),
  });
  return ratio;
}

/** The sides alternate in going first. */
async function takeTurns(given: Bench, round: number): Promise<Record<Side, Pace>> {
  if (round % 2 === 0) {
    const baseline = await paceOf('baseline', given);
    return { baseline, chalan: await paceOf('chalan', given) };
  }
  const chalan = await paceOf('chalan', given);
  return { chalan, baseline: await paceOf('baseline', given) };
}

/**
 * Resets the portal first, so that both sides process the same rows and nothing has been filed. The platform's filings
 * are deleted too, because it would wait for those that the portal no longer lists.
 */
async function paceOf(side: Side, given: Bench): Promise<Pace> {
  const { bench, service, script } = given;
  const { rowsMax = SHEET_ROWS, cells } = script;
  if (service.portal) await controlSandbox(bench, 'seed', { portal: service.portal, records: {} });
  await bench.db.portalIntent.deleteMany();
  const rows = Array.from({ length: Math.min(rowsMax, SHEET_ROWS) }, (_, place) => cells(place));
  return side === 'baseline' ? baselinePace(given, rows) : jobPace(given, rows);
}

async function baselinePace({ bench, service, script }: Bench, sheet: readonly RowData[]): Promise<Pace> {
  const rows = service.input.kind === 'pdf' ? sheet : sheet.map((cells) => rowOf(service.id, cells));
  const begun = performance.now();
  const ends: number[] = [];
  const session = await script.open(baseUrlOf(bench, service));
  try {
    for (const row of rows) {
      await session.work(row);
      ends.push(performance.now());
    }
  } finally {
    await session.close();
  }
  const [first = Number.NaN] = ends;
  return {
    whole: (performance.now() - begun) / rows.length,
    steady: ((ends.at(-1) ?? Number.NaN) - first) / (rows.length - 1),
  };
}

function baseUrlOf({ stack }: BenchStack, { portal }: ServiceDefinition): string {
  if (portal === 'mailbox') return `imap://127.0.0.1:${process.env['SANDBOX_IMAP_PORT']}`;
  return `${stack.addresses.sandbox}/${portal}`;
}

/** Time from the start of the job, with its login, to its end, with its result files. */
async function jobPace({ bench, service }: Bench, rows: readonly RowData[]): Promise<Pace> {
  const { customer, db } = bench;
  const preview = await customer.preview(service.id, ...uploadOf(service, rows));
  const { jobId } = await customer.start(preview);
  const job = await endOf(db, jobId, JOB_TIMEOUT_MS);
  if (job.rowsSucceeded !== rows.length) {
    const failed = (await customer.rows(jobId)).find(({ outcome }) => outcome !== 'SUCCESS');
    throw new Error(`Only ${job.rowsSucceeded} rows succeeded: ${failed?.message ?? job.errorMessage}`);
  }
  const tookMs = job.finishedAt.getTime() - job.createdAt.getTime();
  return { whole: tookMs / rows.length, steady: await msPerRow(db, jobId) };
}

/** The sheet with its documents, or the PDFs themselves. */
function uploadOf({ input }: ServiceDefinition, rows: readonly RowData[]): [file: File, documents?: File] {
  if (input.kind === 'pdf') return [zipOf(rows.map((row) => row['file_name'] ?? ''))];
  const sheet = sheetOf(rows);
  const names = rows.flatMap((row) => input.documentNames?.(row) ?? []);
  return names.length === 0 ? [sheet] : [sheet, zipOf(names)];
}

const zipOf = (names: readonly string[]): File =>
  new File([new Uint8Array(rawZip(names.map((name) => ({ name, data: anyPdf }))))], 'bench.zip');
