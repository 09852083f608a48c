/** A worker that dies at each step of a filing: the job completes by itself, and every row is filed and charged once. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultPoints, type FaultPoint } from '#activities/fault-points.ts';
import { verifyLedger } from '#api/domain/ledger.ts';
import type { JobRow } from '#contracts/jobs.ts';
import { findAvailableService } from '#services/catalogue.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { expectedRows, sampleFilings } from '#tests/harness/sample-rows.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';

const JOB_TIMEOUT_MS = 120_000;

/** Just before and just after the click that files: where a second filing would come from. */
const aroundTheClick: readonly FaultPoint[] = ['intent written', 'after commit'];
/** Services whose samples are run, and the points at which the worker dies; a new one gets a line. */
const services: readonly (readonly [serviceId: string, points: readonly FaultPoint[]])[] = [
  ['exp-issue', faultPoints],
  ['exp-correction', aroundTheClick],
  ['exp-duplicate-reporting', aroundTheClick],
];

const directory = mkdtempSync(path.join(tmpdir(), 'chalan-fault-'));
const faultFile = path.join(directory, 'point');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let stack: TestStack;
let customer: Customer;

beforeAll(async () => {
  stack = await startTestStack({ FAULT_POINT_FILE: faultFile });
  customer = await stack.demo();
  await customer.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
});

async function creditsLeft(): Promise<{ credits: number; reservedCredits: number }> {
  const { user } = await customer.read<{ user: { credits: number; reservedCredits: number } }>(
    `/api/users/${customer.userId}`,
  );
  return user;
}

async function commits(portal: string): Promise<string[]> {
  const entries = await stack.journal(portal);
  return entries.filter(({ kind }) => kind === 'commit').map(({ key }) => key ?? '');
}

function asExpected({ outcome, portalReference, values, documents }: JobRow) {
  const names = documents.map(({ name }) => name);
  return { outcome, portalReference, values, ...(names.length > 0 ? { documents: names } : {}) };
}

describe.each(services)('%s', (serviceId, points) => {
  it.each(points)(
    'a worker that dies at "%s" files and charges every row once',
    async (point) => {
      const service = findAvailableService(serviceId);
      await stack.control('POST', '/seed');
      const sample = await customer.download(`/templates/${serviceId}.csv`);
      const file = new File([sample.bytes as Uint8Array<ArrayBuffer>], 'sample.csv');
      const preview = await customer.preview(serviceId, file);
      const before = await creditsLeft();

      writeFileSync(faultFile, point);
      const { jobId } = await customer.start(preview);
      const job = await customer.follow(jobId, JOB_TIMEOUT_MS);

      expect(existsSync(faultFile), 'the worker died').toBe(false);
      const expected = expectedRows(serviceId);
      expect(job).toMatchObject({ state: 'completed', rowsSucceeded: expected.length });
      const rows = await customer.rows(jobId);
      expect(rows.map(asExpected)).toEqual(expected);
      expect(rows.filter(({ charged }) => !charged)).toEqual([]);
      const filed = await commits(service?.portal ?? '');
      expect(new Set(filed).size).toBe(filed.length);
      expect(filed).toHaveLength(sampleFilings(serviceId).length);
      const cost = (expected.length * (service?.defaultCostHundredths ?? 0)) / 100;
      expect(await creditsLeft()).toEqual(
        expect.objectContaining({ credits: before.credits - cost, reservedCredits: 0 }),
      );
      expect(await verifyLedger(stack.db)).toEqual([]);
    },
    JOB_TIMEOUT_MS + 30_000,
  );
});
