/**
 * A worker dies after the portal has confirmed a filing and before the row has its result, and the customer cancels the
 * job meanwhile.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { faultText } from '#activities/fault-points.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { english } from '#contracts/messages/render.ts';
import { findService } from '#services/catalogue.ts';
import { JOB_TIMEOUT_MS } from '#tests/harness/resting-jobs.ts';
import { expectedRows } from '#tests/harness/sample-rows.ts';
import { asExpected, creditsLeft, previewSheet, template } from '#tests/harness/stack-samples.ts';
import { startTestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';

const SERVICE = 'exp-issue';
const PORTAL = 'bb-exp';

const directory = mkdtempSync(path.join(tmpdir(), 'chalan-fault-'));
const faultFile = path.join(directory, 'point');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test(
  'a filing that the portal has confirmed before its job is cancelled keeps its reference, and is not made again when the job runs again',
  async () => {
    const stack = await startTestStack({ FAULT_POINT_FILE: faultFile });
    const customer = await stack.demo();
    await customer.saveLogin('bangladesh_bank_exp', 'padma', 'padma1234');
    const service = findService(SERVICE)!;
    const preview = await previewSheet(customer, service, await template(customer, service, 'csv'));
    await stack.seed();
    const before = await creditsLeft(customer);
    writeFileSync(faultFile, faultText('intent closed', 'SIGKILL'));
    const { jobId } = await customer.start(preview);
    await until('the worker to die', () => !existsSync(faultFile), JOB_TIMEOUT_MS);
    await customer.call(`/api/jobs/${jobId}/cancel`, { method: 'POST' });
    expect(await customer.follow(jobId, JOB_TIMEOUT_MS)).toMatchObject({
      state: 'cancelled',
      creditsUsed: 0,
    });
    const filed = async () =>
      (await stack.journal(PORTAL)).filter(({ kind }) => kind === 'commit').map(({ key }) => key);
    expect(await filed()).toHaveLength(1);
    const [first, ...others] = await customer.rows(jobId);
    expect(first).toMatchObject({
      outcome: 'UNCERTAIN',
      portalReference: expect.stringMatching(/\d/),
      message: english(jobMessages.rowFiledBeforeEnd()),
    });
    expect(others.map(({ outcome }) => outcome)).toEqual(others.map(() => 'CANCELLED'));

    const expected = expectedRows(SERVICE);
    await customer.call(`/api/jobs/${jobId}/retry`, { method: 'POST' });
    expect(await customer.follow(jobId, JOB_TIMEOUT_MS)).toMatchObject({ state: 'completed' });
    const rows = await customer.rows(jobId);
    expect(rows.map(asExpected)).toEqual(expected);
    expect(rows[0]?.portalReference).toBe(first?.portalReference);
    expect(await filed()).toHaveLength(expected.length);
    expect(new Set(await filed()).size).toBe(expected.length);
    const spent = (expected.length * service.defaultCostHundredths) / 100;
    expect(await creditsLeft(customer)).toMatchObject({
      credits: before.credits - spent,
      reservedCredits: 0,
    });
    expect(await verifyLedger(stack.db)).toEqual([]);
  },
  2 * JOB_TIMEOUT_MS,
);
