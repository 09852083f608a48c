/**
 * Two hundred planted values of a customer, and his portals' passwords, on a whole stack: they are in the columns that are
 * for them and in his files, and in no log and nothing that Temporal stores.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';

const JOB_MS = 120_000;
const MARK = `plnt${randomBytes(6).toString('hex')}`;
const PASSWORD = `pw${randomBytes(12).toString('hex')}`;
const ROWS = 34;
const PLANTED_IN_ROW = [
  'invoice_no',
  'contract_no',
  'prc_no',
  'btma_cert_no',
  'bgmea_cert_no',
  'bank_branch',
];

/** Documents are named after the invoice, as the specification of the results has it. */
const forThem = [
  'job_files.file_key',
  'job_files.name',
  'job_rows.data',
  'job_rows.documents',
  'job_rows.source',
];

const claim = {
  scheme: 'SPECIAL_RMG',
  invoice_date: '2026-04-01',
  exp_date: '2026-04-02',
  bill_of_export_no: 'C102610',
  bill_of_export_date: '2026-04-04',
  office_code: '301',
  bl_no: 'DHK1190512',
  bl_date: '2026-04-08',
  contract_date: '2026-01-12',
  destination_country: 'JP',
  hs_code: '62046290',
  currency: 'USD',
  invoice_value: '17830',
  freight: '0',
  insurance: '0',
  commission: '0',
  realised_value: '17512.40',
  exchange_rate: '122.75',
  account_no: '1051100123456',
};
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

function sheet(): File {
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    ...claim,
    realisation_date: daysAgo(9),
    prc_date: daysAgo(8),
    exp_no: `1084-${String(700 + index).padStart(6, '0')}-2026`,
    ...Object.fromEntries(PLANTED_IN_ROW.map((column) => [column, `${MARK}-${column.slice(0, 4)}-${index}`])),
  }));
  const headings = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => headings.map((name) => row[name as keyof typeof row]).join(','));
  return new File([[headings.join(','), ...lines].join('\n')], 'claims.csv');
}

let stack: TestStack;
let customer: Customer;

/** Works the claims, whose documents are made, and whose rows the API lists and finds. */
beforeAll(async () => {
  stack = await startTestStack();
  customer = await stack.demo();
  for (const portal of credentialPortals) await customer.saveLogin(portal, 'padma', PASSWORD);
  const preview = await customer.preview('cash-incentive-application', sheet());
  expect(preview).toMatchObject({ billableRows: ROWS });
  const body = new FormData();
  body.set('serviceId', preview.serviceId);
  body.set('uploadId', preview.uploadId);
  body.set('totalCredits', String(preview.totalCredits));
  body.set('documentsOnly', 'true');
  const { jobId } = await customer.call<StartedJob>('/api/process-automation', { method: 'POST', body });
  expect(await customer.follow(jobId, JOB_MS)).toMatchObject({ rowsSucceeded: ROWS });
  await customer.read(`/api/jobs?q=${MARK}`);
});

const isWritten = (name: string): boolean =>
  name.startsWith('temporal.sqlite') || (name.endsWith('.log') && name !== 'sandbox.log');

test('no log and nothing that Temporal stores has a planted value', () => {
  const files = readdirSync(stack.directory).filter(isWritten);
  expect(files).toEqual(expect.arrayContaining(['api.log', 'worker.log', 'temporal.sqlite', 'temporal.log']));
  const having = files.filter((name) => {
    const text = readFileSync(path.join(stack.directory, name), 'latin1');
    return text.includes(MARK) || text.includes(PASSWORD);
  });
  expect(having).toEqual([]);
});

test('in the database, planted values are in the columns of rows and nowhere else, passwords in none', async () => {
  const columns = await stack.db.$queryRaw<{ table: string; column: string }[]>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public' ORDER BY table_name, column_name`;
  const found: string[] = [];
  for (const { table, column } of columns) {
    const [hit] = await stack.db.$queryRawUnsafe<{ marked: boolean; open: boolean }[]>(
      `SELECT bool_or("${column}"::text LIKE '%${MARK}%') AS marked, bool_or("${column}"::text LIKE '%${PASSWORD}%') AS open
      FROM "${table}"`,
    );
    if (hit?.marked) found.push(`${table}.${column}`);
    expect(hit?.open ?? false, `${table}.${column}`).toBe(false);
  }
  expect(found).toEqual(forThem);
});
