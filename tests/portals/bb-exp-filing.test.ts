/**
 * What is particular to issue, correction and duplicate reporting of EXPs on the sandbox; what they share with other
 * filings is in `filing-contract.test.ts`. Cases that are alike rotate.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { config } from '#activities/portals/bb-exp/config.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import type { Filing } from '#services/runner.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { useFilings } from '#tests/harness/portal-filings.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { expectedRows, firstRow } from '#tests/harness/sample-rows.ts';
import { findExp } from '#tests/sandbox/portals/bb-exp/seed.ts';

const { sandbox, logIn: loggedIn, file, commits } = (await useFilings())('bb-exp');
config.timeouts.elementMs = 2_000;
/** How long look-ups lag behind what the portal has stored. */
const LISTED_MS = 600_000;

describe.each(todaysShare(['exp-correction', 'exp-duplicate-reporting'] as const))('%s', (serviceId) => {
  test('a filing of an EXP that the portal lists late is made once and returns what the portal lists then', async () => {
    await sandbox.setFault({ kind: 'listed-late', ms: LISTED_MS, times: -1, hiddenFromFiler: true });
    let sessions = 0;
    const laterSession = async (): Promise<PortalSession> => {
      sessions += 1;
      if (sessions > 1) await sandbox.moveClock({ advanceMs: LISTED_MS });
      return loggedIn();
    };
    const { outcome, values } = await file(serviceId, firstRow(serviceId), { openSession: laterSession });
    await sandbox.moveClock({ reset: true });
    expect(expectedRows(serviceId)[0]).toMatchObject({ outcome, values });
    expect(await commits()).toHaveLength(1);
  });
});

const refused = (message: string) => ({ outcome: 'REJECTED', message });

describe('EXP Issue', () => {
  const refusals: [Record<string, string>, string][] = [
    [{ ad_code: '3109' }, 'You are not authorized for this AD.'],
    [{ exporter_erc: '260326110999000' }, 'Exporter ERC has expired.'],
    [{ exporter_erc: '260326119999999' }, 'Exporter ERC is not registered.'],
    [{ exporter_erc: '260326110888000' }, 'Exporter is blocked: export proceeds are overdue.'],
    [{ exporter_bin: '009999999-0909' }, 'Exporter BIN is not active.'],
    [{ hs_code: '77091000' }, 'HS Code 77091000 is not in the tariff.'],
    [{ contract_date: '2024-02-19' }, 'Contract has expired.'],
    [{ invoice_value: '6000000.00', fob_value: '' }, 'Contract value is exhausted.'],
    [{ destination_country: 'KP' }, 'Export to this country is not permitted.'],
  ];
  test("a row that the portal refuses is REJECTED in the portal's words, and the corrected row is filed", async () => {
    const session = await loggedIn();
    for (const [change, words] of todaysShare(refusals, 3))
      expect(await ending(file('exp-issue', firstRow('exp-issue', change), { session }))).toEqual(
        refused(words),
      );
    expect(await commits()).toEqual([]);
    expect(await file('exp-issue', firstRow('exp-issue'), { session })).toMatchObject({ outcome: 'SUCCESS' });
  });

  test('an EXP of the same invoice with another quantity is a CONFLICT that names the quantity', async () => {
    const session = await loggedIn();
    await file('exp-issue', firstRow('exp-issue'), { session });
    const other = firstRow('exp-issue', { quantity: '24000' });
    expect(await file('exp-issue', other, { session })).toMatchObject({
      outcome: 'CONFLICT',
      message: 'The portal has EXP 1084-564719-2026 of this invoice with quantity 24600.',
      portalReference: '1084-564719-2026',
    });
    expect(await commits()).toHaveLength(1);
  });

  test('a row that the AD must certify is filed without a number and gets it when it is run again', async () => {
    await sandbox.seed({ records: { settings: { issueMode: 'adApproval' } } });
    const session = await loggedIn();
    const rows = firstRow('exp-issue');
    const filed = await file('exp-issue', rows, { session });
    expect(filed).toMatchObject({
      outcome: 'SUCCESS',
      values: { exp_no: null, portal_status: 'Submitted to AD' },
    });
    expect(filed.documents ?? []).toEqual([]);
    await sandbox.moveClock({ advanceMs: HOUR_MS });
    expect(await file('exp-issue', rows, { job: randomUUID() })).toMatchObject({
      outcome: 'ALREADY_DONE',
      portalReference: '1084-564719-2026',
      documents: [{ name: 'EXP_1084_564719_2026.pdf' }],
    });
    expect(await commits()).toHaveLength(1);
    await sandbox.moveClock({ reset: true });
  });

  /** A row for the invoice of a seeded EXP, with its figures. No other EXP of the seed has this invoice. */
  function rowOfSeeded(): Filing {
    const exp = findExp('1084', '004501', '2026');
    if (!exp) throw new Error('The seed has no EXP 1084-004501-2026.');
    return firstRow('exp-issue', {
      exporter_erc: exp.exporter.erc,
      exporter_bin: exp.exporter.bin,
      invoice_no: exp.invoiceNo,
      invoice_date: exp.invoiceDate,
      contract_date: exp.contractDate,
      quantity: String(exp.quantity),
      unit: exp.unit,
      currency: exp.currency,
      invoice_value: (exp.invoiceValueCents / 100).toFixed(2),
      fob_value: '',
    });
  }
  const standing = [
    'Issued',
    'Corrected',
    'CORRECTED v2',
    'Used in Bill of Export',
    'Triplicate Reported',
    'Submitted to AD',
  ];
  const statuses: [string, object][] = [
    ...standing.map((status): [string, object] => [status, { outcome: 'ALREADY_DONE' }]),
    ['CANCELLED', { outcome: 'SUCCESS' }],
    [
      'Draft',
      {
        outcome: 'CONFLICT',
        message: 'The portal has a draft of this invoice: 1084-004501-2026. Complete it there, or delete it.',
      },
    ],
    ['Rejected by AD', { outcome: 'PORTAL_CHANGED' }],
  ];
  test.each(statuses)('an EXP of the invoice that is %s gives %o', async (status, end) => {
    await sandbox.seed({ records: { '1084-004501-2026': { status } } });
    expect(await ending(file('exp-issue', rowOfSeeded()))).toMatchObject(end);
  });

  test("another AD's EXP of the invoice is not taken for that of the row, and none is filed beside it", async () => {
    const [row] = rowOfSeeded();
    expect(await ending(file('exp-issue', [{ ...row, ad_code: '2071' }]))).toEqual({
      outcome: 'CONFLICT',
      message: 'The portal has EXP 1084-004501-2026 of this invoice with ad_code 1084.',
    });
    expect(await commits()).toEqual([]);
  });

  test('a draft that has no number yet is no EXP either', async () => {
    const draft = { status: 'Draft', certifiedAt: '2099-01-01T00:00:00.000Z' };
    await sandbox.seed({ records: { '1084-004501-2026': draft } });
    expect(await ending(file('exp-issue', rowOfSeeded()))).toEqual({
      outcome: 'CONFLICT',
      message: 'The portal has a draft of this invoice: (no number yet). Complete it there, or delete it.',
    });
    expect(await commits()).toEqual([]);
  });
});

describe('EXP Correction', () => {
  const row = (change: Record<string, string>): Filing => firstRow('exp-correction', change);
  const of = (serial: string, invoice_no: string): Record<string, string> => ({
    exp_serial: serial,
    invoice_no,
  });

  const refusals: [string, Record<string, string>, string][] = [
    ['004502', { old_value: 'GBFXT' }, 'EXP is already used in a Bill of Export.'],
    ['004503', { old_value: 'USNYC' }, 'Duplicate of this EXP is already reported.'],
    ['004509', { old_value: 'DEHAM' }, 'EXP is cancelled.'],
  ];
  test('an EXP that may no longer be corrected is REJECTED in the words of the portal', async () => {
    const session = await loggedIn();
    const invoices: Record<string, string> = {
      '004502': 'PAL/GB/2026/4502',
      '004503': 'PAL/US/2026/4503',
      '004509': 'PAL/DE/2026/4509',
    };
    for (const [serial, change, words] of todaysShare(refusals)) {
      const rows = row({ ...of(serial, invoices[serial] ?? ''), ...change });
      expect(await ending(file('exp-correction', rows, { session }))).toEqual(refused(words));
    }
    expect(await commits()).toEqual([]);
  });

  test('an EXP that does not exist is NOT_FOUND, and one of another branch is REJECTED', async () => {
    const session = await loggedIn();
    expect(await ending(file('exp-correction', row({ exp_serial: '9999' }), { session }))).toEqual({
      outcome: 'NOT_FOUND',
      message: 'No data found.',
    });
    expect(await ending(file('exp-correction', row({ ad_code: '3109' }), { session }))).toEqual(
      refused('You are not authorized for this AD.'),
    );
  });

  test("a row whose old value or invoice number differs from the portal's is a CONFLICT", async () => {
    const session = await loggedIn();
    expect(await ending(file('exp-correction', row({ old_value: 'USSAV' }), { session }))).toEqual({
      outcome: 'CONFLICT',
      message: 'The portal shows USNYC as destination_port, not USSAV.',
    });
    expect(
      await ending(file('exp-correction', row({ invoice_no: 'PAL/US/2026/9999' }), { session })),
    ).toEqual({
      outcome: 'CONFLICT',
      message: 'The portal shows invoice PAL/US/2026/4511 for this EXP.',
    });
    expect(await commits()).toEqual([]);
  });

  test('the same field can be corrected again and again, with a new revision each time', async () => {
    const session = await loggedIn();
    const ports = ['USNYC', 'USLAX', 'USNYC', 'USLAX', 'USNYC', 'USLAX'];
    for (const [index, port] of ports.slice(1).entries()) {
      const rows = row({ old_value: ports[index] ?? '', new_value: port, reason: 'Buyer changed the port' });
      expect(await file('exp-correction', rows, { session, job: randomUUID() })).toMatchObject({
        outcome: 'SUCCESS',
        values: { revision_no: index + 1 },
      });
    }
  });

  const spelling = {
    field_name: 'importer_name',
    old_value: 'Hudson Outfitters Inc.',
    new_value: 'HUDSON Outfitters Inc.',
  };
  test('a correction of capital letters only is filed, and is done when the portal shows them', async () => {
    const session = await loggedIn();
    const done = { outcome: 'SUCCESS', values: { revision_no: 1 } };
    expect(await file('exp-correction', row(spelling), { session })).toMatchObject(done);
    expect(await file('exp-correction', row(spelling), { session, job: randomUUID() })).toMatchObject({
      outcome: 'ALREADY_DONE',
    });
    expect(await commits()).toHaveLength(1);
  });

  test('a correction of capital letters is done when the portal has processed it and shows capitals only', async () => {
    await sandbox.seed({ records: { settings: { stores: 'capitals' } } });
    expect(await file('exp-correction', row(spelling))).toMatchObject({
      outcome: 'SUCCESS',
      values: { revision_no: 1 },
    });
    expect(await commits()).toHaveLength(1);
  });

  test('a correction of capital letters whose answer is lost is made once on a portal that shows capitals only', async () => {
    await sandbox.seed({ records: { settings: { stores: 'capitals' } } });
    await sandbox.setFault({ kind: 'drop-connection', route: 'correction', afterCommit: true, times: 1 });
    expect(await file('exp-correction', row(spelling))).toMatchObject({
      outcome: 'SUCCESS',
      values: { revision_no: 1 },
    });
    expect(await commits()).toHaveLength(1);
  });

  test('an EXP whose invoice number was corrected is recognised by both numbers', async () => {
    const session = await loggedIn();
    const change = {
      field_name: 'invoice_no',
      old_value: 'PAL/US/2026/4511',
      new_value: 'PAL/US/2026/4511A',
    };
    expect(await file('exp-correction', row(change), { session })).toMatchObject({ outcome: 'SUCCESS' });
    const again = await file('exp-correction', row(change), { session, job: randomUUID() });
    expect(again).toMatchObject({ outcome: 'ALREADY_DONE' });
  });
});

describe('EXP Duplicate Reporting', () => {
  const row = (change: Record<string, string> = {}): Filing => firstRow('exp-duplicate-reporting', change);

  test("a row that the portal refuses is REJECTED in the portal's words", async () => {
    const session = await loggedIn();
    const refusals: [Record<string, string>, string][] = [
      [{ bill_of_export_no: 'C111111' }, 'Bill of Export is not in the ASYCUDA match list.'],
      [{ shipped_quantity: '10801' }, 'Shipped Quantity is more than declared.'],
      [{ shipped_value: '61236.01' }, 'Shipped Value is more than declared.'],
      [{ exp_serial: '004509' }, 'EXP is cancelled.'],
    ];
    for (const [change, words] of todaysShare(refusals, 2))
      expect(await ending(file('exp-duplicate-reporting', row(change), { session }))).toEqual(refused(words));
    expect(await commits()).toEqual([]);
  });

  test('an EXP that does not exist is NOT_FOUND', async () => {
    expect(await ending(file('exp-duplicate-reporting', row({ exp_serial: '009999' })))).toEqual({
      outcome: 'NOT_FOUND',
      message: 'No data found.',
    });
  });

  test('an EXP that was reported with other values is a CONFLICT that names them', async () => {
    const session = await loggedIn();
    await file('exp-duplicate-reporting', row(), { session });
    expect(
      await file('exp-duplicate-reporting', row({ shipped_quantity: '10700' }), { session }),
    ).toMatchObject({
      outcome: 'CONFLICT',
      message: 'The duplicate was reported on 2026-01-20 with shipped_quantity 10800.',
    });
  });
});
