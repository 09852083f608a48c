/**
 * Every available service on the real stack: its own sample gives the results that its own folder expects. No code per
 * service.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Papa from 'papaparse';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adjustCredits } from '#api/domain/credits/ledger.ts';
import { proveReferences } from '#api/domain/portals/portal-references.ts';
import { chargedOutcomes, succeededOutcomes } from '#contracts/jobs/jobs.ts';
import type { JobDetail, JobRow, Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Notification } from '#contracts/calls/messaging-answers.ts';
import type { PortalBoardEntry } from '#contracts/calls/portals-answers.ts';
import { credentialPortals, type CredentialPortal } from '#contracts/portals/portal-logins.ts';
import { services } from '#services/catalogue.ts';
import type { ServiceDefinition, SheetInput } from '#services/contract.ts';
import type { NamedReference } from '#services/families/references.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { inDepth, todaysShare } from '#tests/harness/depth.ts';
import { rowOf } from '#tests/harness/sample-rows.ts';
import { asExpected, creditsLeft, previewSheet, template } from '#tests/harness/stack-samples.ts';
import { until } from '#tests/harness/until.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { adjustment } from '#tests/factories.ts';

const JOB_TIMEOUT_MS = 180_000;
/** Every service's sample runs whenever this file does; checks that are alike for all services rotate. */
const SHEETS_A_DAY = 2;
const PORTALS_A_DAY = 1;
const COMPANIES_A_DAY = 2;
const LOGINS_A_DAY = 2;

/** What `expected.json` in a service's folder says about its `sample.*`. */
type Expected = {
  rows: (Pick<JobRow, 'outcome' | 'values'> & { portalReference?: string; documents?: string[] })[];
  /** Cells of the CSV documents, in the documents' order. */
  tables?: string[][][];
};

const sheetServices = services.filter((service) => service.input.kind === 'sheet');

let stack: TestStack;
let customer: Customer;
let admin: Customer;
/** Another company, with its own logins on every portal. */
let other: Customer;

beforeAll(async () => {
  stack = await startTestStack();
  customer = await stack.demo();
  // More credits than the demo customer has, because every sample is run several times.
  await adjustCredits(stack.db, adjustment(customer.userId, 'add', 1_000_000n));
  admin = await stack.admin();
  for (const portal of credentialPortals) await customer.saveLogin(portal, 'padma', 'padma1234');
  other = await stack.admin();
  for (const portal of credentialPortals) await other.saveLogin(portal, 'nordic', 'nordic1234');
});

function expectedOf({ id }: ServiceDefinition): Expected {
  return JSON.parse(readFileSync(`activities/services/${id}/expected.json`, 'utf8')) as Expected;
}

type Run = { job: JobDetail; rows: JobRow[]; spentHundredths: number };

/** Each run finds the portals freshly seeded, so that a filing can be made again. */
async function run(preview: Preview): Promise<Run> {
  await stack.seed();
  const before = await creditsLeft(customer);
  const { jobId } = await customer.start(preview);
  const job = await customer.follow(jobId, JOB_TIMEOUT_MS);
  const after = await creditsLeft(customer);
  expect(after.reservedCredits).toBe(0);
  return {
    job,
    rows: await customer.rows(jobId),
    spentHundredths: Math.round((before.credits - after.credits) * 100),
  };
}

function priceOf(rows: JobRow[], service: ServiceDefinition): number {
  const counted = rows.filter(({ outcome }) => chargedOutcomes.has(outcome as never));
  return counted.length * service.defaultCostHundredths;
}

async function expectTheSample(
  service: ServiceDefinition,
  { job, rows, spentHundredths }: Run,
): Promise<void> {
  const expected = expectedOf(service);
  expect(job).toMatchObject({ state: 'completed', errorCode: null });
  expect(rows.map(asExpected)).toEqual(expected.rows);
  if (expected.tables) expect(await csvTables(rows)).toEqual(expected.tables);
  expect(spentHundredths).toBe(priceOf(rows, service));
  expect(Math.round(job.creditsUsed * 100)).toBe(spentHundredths);
}

async function csvTables(rows: JobRow[]): Promise<string[][][]> {
  const documents = rows.flatMap((row) => row.documents).filter(({ name }) => name.endsWith('.csv'));
  const files = await Promise.all(documents.map(({ url }) => customer.download(url)));
  return files.map(({ bytes }) => Papa.parse<string[]>(textOf(bytes), { skipEmptyLines: true }).data);
}

/** Empties a required cell; where no column is required, chooses a value that no format accepts. */
function spoilt({ columns }: SheetInput): { column: string; cell: string } {
  const required = columns.find((column) => column.required);
  return required
    ? { column: required.name, cell: '' }
    : { column: columns[0]?.name ?? '', cell: '?'.repeat(100) };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8').replace('\uFEFF', '');
}

function records(bytes: Uint8Array): Record<string, string>[] {
  const options = { header: true, skipEmptyLines: true } as const;
  return Papa.parse<Record<string, string>>(textOf(bytes), options).data;
}

describe.each(services.map((service) => [service.id, service] as const))('%s', (_, service) => {
  it('the service turns its template into exactly the expected rows and charges the rows that count [expected-rows]', async () => {
    const file = await template(customer, service, service.input.kind === 'pdf' ? 'pdf' : 'csv');
    const checked = await previewSheet(customer, service, file);
    expect(checked).toMatchObject({ problems: [], unknownHeaders: [], invalidRows: 0 });
    await expectTheSample(service, await run(checked));
  });
});

/** Numbers that do not exist on any sandbox portal, by column. */
const unknownCells: Record<string, string | ((cell: string) => string)> = {
  exp_serial: '999999',
  exp_no: '1084-999999-2026',
  so_no: '49999999',
  po_no: '4599999999',
  order_no: '999999',
  search_value: '4599999999',
  enterprise_code: 'DEPZ-9999',
  application_no: (cell) => cell.replace(/\d{6}$/, '999999'),
  permit_no: (cell) => cell.replace(/\d{6}$/, '999999'),
  exporter_erc: '260326110000000',
  exporter_bin: '009999999-0103',
  invoice_no: 'UNKNOWN-1',
};
/** The bank accepts any EXP number, and the EPB's papers are named by the invoice. */
const withoutUnknownRow = new Set(['cash-incentive-application', 'rex-soo-submission']);

type Cells = Record<string, string>;
const namesOf = (service: ServiceDefinition, cells: Cells): NamedReference[] =>
  service.references?.named(
    rowOf(service.id, Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''))),
  ) ?? [];

function unknownRow(cells: Cells): Cells {
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => {
      const unknown = unknownCells[column] ?? cell;
      return [column, cell && (typeof unknown === 'string' ? unknown : unknown(cell))];
    }),
  );
}

const isGrouped = ({ input }: ServiceDefinition): boolean =>
  input.kind === 'sheet' && input.groupBy !== undefined;

const ownedServices = sheetServices.filter(({ references }) => references !== null);
describe.each(todaysShare(ownedServices, COMPANIES_A_DAY).map((service) => [service.id, service] as const))(
  '%s, another company on the same portal',
  (_, service) => {
    it("another company's rows are answered like unknown ones, in the portal's words, and never sent [foreign-references]", async () => {
      const sample = records((await customer.download(`/templates/${service.id}.csv`)).bytes);
      const expected = expectedOf(service).rows;
      const owned = sample.find(
        (cells, index) =>
          succeededOutcomes.has(expected[index]?.outcome as never) && namesOf(service, cells).length > 0,
      );
      if (!owned) throw new Error('No row of the sample is done and names something.');
      const theirs = isGrouped(service)
        ? sample.filter((row) => row['invoice_no'] === owned['invoice_no'])
        : [owned];
      const wanted = withoutUnknownRow.has(service.id) ? theirs : [...theirs, ...theirs.map(unknownRow)];
      const mentioned = namesOf(service, owned).filter(({ isUnproved }) => isUnproved);
      // The state after a search at the Bangladesh Bank, which shows to whom the EXPs belong.
      const owner = { userId: customer.userId, portal: 'bb-exp', username: 'padma' };
      await proveReferences(stack.db, owner, mentioned);
      const before = await stack.journal(service.portal ?? undefined);
      const checked = await previewSheet(other, service, new File([Papa.unparse(wanted)], 'theirs.csv'));
      expect(checked).toMatchObject({ problems: [], billableRows: wanted.length });
      const { jobId } = await other.start(checked);
      await other.follow(jobId, JOB_TIMEOUT_MS);
      const rows = await other.rows(jobId);
      expect(rows.map(({ outcome, message }) => ({ outcome, message }))).toEqual(
        wanted.map((cells) => namesOf(service, cells)[0]?.unknown),
      );
      expect(rows.flatMap(({ documents }) => documents)).toEqual([]);
      const sent = (await stack.journal(service.portal ?? undefined)).slice(before.length);
      expect(sent.filter(({ kind }) => !['login', 'logout', 'lookup'].includes(kind))).toEqual([]);
      const values = namesOf(service, owned).map(({ value }) => value);
      expect(values.filter((value) => JSON.stringify(sent).includes(value))).toEqual([]);
    });
  },
);

const workbookServices = sheetServices.filter(({ acceptedExtensions }) =>
  acceptedExtensions.includes('.xlsx'),
);
describe.each(
  todaysShare(inDepth(workbookServices), PORTALS_A_DAY).map((service) => [service.id, service] as const),
)('%s', (_, service) => {
  it('the template gives the same rows as a workbook as it does as CSV', async () => {
    const checked = await previewSheet(customer, service, await template(customer, service, 'xlsx'));
    expect(checked).toMatchObject({ problems: [], unknownHeaders: [], invalidRows: 0 });
    await expectTheSample(service, await run(checked));
  });
});

describe.each(todaysShare(sheetServices, SHEETS_A_DAY).map((service) => [service.id, service] as const))(
  '%s, a sheet',
  (_, service) => {
    it('a bad row is not part of the price, and the failed rows can be uploaded again unchanged', async () => {
      const sample = records(new Uint8Array(await (await template(customer, service, 'csv')).arrayBuffer()));
      const { column, cell } = spoilt(service.input as SheetInput);
      const bad = { ...sample[0], [column]: cell };
      const uploaded = new File([Papa.unparse([bad, ...sample.slice(1)])], 'with-a-bad-row.csv');
      const checked = await previewSheet(customer, service, uploaded);
      expect(checked.rows[0]?.valid).toBe(false);
      const ended = await run(checked);
      // Rows that are filed together with the bad one are stopped with it.
      const expected = expectedOf(service).rows.map((row, index) =>
        checked.rows[index]?.valid ? row : { outcome: 'INPUT_INVALID', values: {} },
      );
      expect(ended.rows.map(asExpected)).toEqual(expected);
      expect(ended.spentHundredths).toBe(priceOf(ended.rows, service));

      const failedRows = ended.rows.filter(({ outcome }) => !succeededOutcomes.has(outcome as never));
      const failed = ended.job.files.find(({ name }) => name === 'failed_rows.csv');
      const { name, bytes } = await customer.download(failed?.url ?? '');
      const again = await previewSheet(customer, service, new File([bytes], name));
      expect(again).toMatchObject({ totalRows: failedRows.length, unknownHeaders: [] });
      expect(again.problems[0]).toMatchObject({ row: 1, column });

      const corrected = Papa.unparse(
        records(bytes).map((row) => (row[column] === cell ? { ...row, [column]: sample[0]?.[column] } : row)),
      );
      expect(await previewSheet(customer, service, new File([corrected], name))).toMatchObject({
        billableRows: failedRows.length,
        unknownHeaders: [],
        problems: [],
      });
    });
  },
);

type OnPortal = ServiceDefinition & { portal: NonNullable<ServiceDefinition['portal']> };
const portalServices = services.filter((service): service is OnPortal => service.portal !== null);

async function checkedSample(service: ServiceDefinition): Promise<Preview> {
  return previewSheet(customer, service, await template(customer, service, 'csv'));
}

async function onBoard(portal: string): Promise<PortalBoardEntry | undefined> {
  const { portals } = await admin.read<{ portals: PortalBoardEntry[] }>('/api/admin/portals');
  return portals.find((entry) => entry.portal === portal);
}

/** Sets the fault after the seed with which each run begins. */
async function runWith(
  service: OnPortal,
  fault: { kind: string; route?: string; times: number },
): Promise<Run> {
  const checked = await checkedSample(service);
  await stack.seed();
  await stack.control('POST', '/faults', { portal: service.portal, ...fault });
  const before = await creditsLeft(customer);
  const { jobId } = await customer.start(checked);
  const job = await customer.follow(jobId, JOB_TIMEOUT_MS);
  const after = await creditsLeft(customer);
  expect(after.reservedCredits).toBe(0);
  const spentHundredths = Math.round((before.credits - after.credits) * 100);
  return { job, rows: await customer.rows(jobId), spentHundredths };
}

describe.each(
  todaysShare(inDepth(portalServices), PORTALS_A_DAY).map((service) => [service.id, service] as const),
)('%s, a portal', (_, service) => {
  afterEach(async () => {
    await stack.control('DELETE', '/faults');
    await stack.resumePortals();
  });

  it('a portal that is down for a while costs only time: the job resumes by itself to the expected rows', async () => {
    const ended = await runWith(service, { kind: 'http503-maintenance', times: 5 });
    await expectTheSample(service, ended);
  });

  it('a portal that was rebuilt is paused, and its job goes on to the expected rows once it is resumed', async () => {
    const ended = runWith(service, { kind: 'layout-changed', times: -1 });
    await until('the portal to be paused', async () => (await onBoard(service.portal))?.state === 'paused');
    await stack.control('DELETE', '/faults');
    await stack.resumePortals();
    await expectTheSample(service, await ended);
  });
});

type WithLogin = ServiceDefinition & { credentials: CredentialPortal };
const loginServices = services.filter((service): service is WithLogin => service.credentials !== null);

describe.each(todaysShare(loginServices, LOGINS_A_DAY).map((service) => [service.id, service] as const))(
  '%s, a login',
  (_, service) => {
    afterEach(async () => {
      // After two refusals no job tries the login again, so the refusals are deleted.
      await stack.db.portalLoginRefusal.deleteMany();
      await customer.saveLogin(service.credentials, 'padma', 'padma1234');
    });

    it('a login that the portal refuses ends the job after one try, charges nothing and notifies the customer', async () => {
      await customer.saveLogin(service.credentials, 'padma', 'a-wrong-password');
      const { job, rows, spentHundredths } = await run(await checkedSample(service));
      expect(job).toMatchObject({ state: 'failed', errorCode: 'CREDENTIALS_INVALID', creditsUsed: 0 });
      expect(spentHundredths).toBe(0);
      expect(rows.every(({ outcome }) => outcome === 'CANCELLED')).toBe(true);
      const journal = await stack.journal(service.portal ?? undefined);
      expect(journal.filter(({ kind }) => kind === 'login-refused')).toHaveLength(1);
      const { data } = await customer.read<{ data: Notification[] }>(`/api/notifications/${customer.userId}`);
      expect(data[0]).toMatchObject({ type: 'credential_failure' });
    });
  },
);

it("only the platform's user can read the files that customers send and get", async () => {
  const files = readdirSync(path.join(stack.directory, 'files'), { recursive: true, encoding: 'utf8' });
  expect(files.length).toBeGreaterThan(services.length);
  const open = files.filter(
    (file) => (statSync(path.join(stack.directory, 'files', file)).mode & 0o077) !== 0,
  );
  expect(open).toEqual([]);
});
