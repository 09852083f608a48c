/**
 * What is particular to permit applications created and submitted on BEPZA's sandbox; what they share with other filings
 * is in `filing-contract.test.ts`. Cases that are alike rotate.
 */
import { randomUUID } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { config } from '#activities/portals/bepza/config.ts';
import type { Filing, NamedFile, RunContext } from '#services/runner.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { useFilings } from '#tests/harness/portal-filings.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { firstFiling, firstRow, sampleRows } from '#tests/harness/sample-rows.ts';
import { saying } from '#tests/harness/saying.ts';
import { bepzaFilings } from './sandbox-filings/bepza.ts';

const portal = 'bepza';
const { sandbox, file, commits } = (await useFilings())(portal);
config.timeouts.elementMs = 2_000;

describe.each(todaysShare(bepzaFilings))('$service', ({ service, route }) => {
  test.each(todaysShare(['http500', 'http503-maintenance'] as const))(
    'a lost filing whose look-up is answered by %s stays uncertain and is not filed again',
    async (kind) => {
      const rows = firstFiling(service);
      await sandbox.setFault({ portal, kind: 'drop-connection', route, afterCommit: true });
      await sandbox.setFault({ portal, kind, route: 'applications', times: -1, skip: 1 });
      await ending(file(service, rows));
      await sandbox.clearFaults();
      expect(await file(service, rows)).toMatchObject({ outcome: 'SUCCESS' });
      expect(await commits()).toHaveLength(1);
    },
  );
});

const refused = (message: string) => ({ outcome: 'REJECTED', message });

describe('applications', () => {
  const refusals: [string, Record<string, string>, string][] = [
    ['bepza-ep-issue', { enterprise_code: 'DEPZ-0150' }, 'Enterprise DEPZ-0150 is inactive.'],
    ['bepza-ep-issue', { enterprise_code: 'DEPZ-0151' }, 'Enterprise DEPZ-0151 has unpaid dues.'],
    ['bepza-ep-issue', { exp_no: '9999-004599-2026' }, 'EXP 9999-004599-2026 is not valid.'],
    ['bepza-ep-issue', { hs_code: '24022000' }, 'HS Code 24022000 is not in the approved product list.'],
    ['bepza-ip-issue', { hs_code: '93062900' }, 'HS Code 93062900 is a prohibited item.'],
    [
      'bepza-ip-issue',
      { net_weight_kg: '51000', gross_weight_kg: '52000' },
      'The entitlement (bond quota) of the enterprise is exceeded.',
    ],
    [
      'bepza-ip-issue',
      { material_class: 'MACHINERY', description: 'Used circular knitting machine' },
      'Used machinery needs prior approval.',
    ],
  ];
  test.each(todaysShare(refusals, 2))(
    'a row of %s with %o is REJECTED in the words of the portal',
    async (serviceId, change, words) => {
      const first = sampleRows(serviceId)[0] ?? {};
      const total =
        serviceId === 'bepza-ep-issue'
          ? { item_fob: first['fob_value'] }
          : { item_fob: first['invoice_value'] };
      const row = firstRow(serviceId, { ...(total as Record<string, string>), ...change });
      expect(await ending(file(serviceId, row))).toEqual(refused(words));
      expect(await commits()).toEqual([]);
    },
  );

  test('another application of the same invoice with other figures is a CONFLICT that names them', async () => {
    const [first, second] = firstFiling('bepza-ep-issue');
    if (!first || !second) throw new Error('The sample has no invoice of two items.');
    await file('bepza-ep-issue', [first, second]);
    const other: Filing = [
      { ...first, cartons: '201' },
      { ...second, cartons: '201', quantity: '1600' },
    ];
    const { outcome, message } = await ending(file('bepza-ep-issue', other, { job: randomUUID() }));
    expect(outcome).toBe('CONFLICT');
    expect(message).toEqual(saying(/with cartons 200, quantity 1,?500(\.0+)? for item 2/));
    expect(await commits()).toHaveLength(1);
  });
});

describe('submissions', () => {
  const submit = (change: Record<string, string>, context?: Partial<RunContext>) => {
    const blank = { application_no: '', invoice_no: '', exp_pdf: '', remarks: '', accept_undertaking: 'YES' };
    return file('bepza-ep-submission', firstRow('bepza-ep-submission', { ...blank, ...change }), { context });
  };
  const pdf = async (name: string): Promise<NamedFile> => {
    const document = await PDFDocument.create();
    document.addPage();
    return { name, bytes: await document.save() };
  };

  test('a submission uploads the documents that the portal lacks from the places that the row names', async () => {
    const asked: string[] = [];
    const readDocument = async (reference: string): Promise<NamedFile> => {
      asked.push(reference);
      return pdf('paper.pdf');
    };
    const row = {
      zone: 'DEPZ',
      application_no: 'EP-DEPZ-2026-018838',
      packing_list_pdf: 'hm-packing-list:364201',
      contract_pdf: 'contract.pdf',
      invoice_pdf: 'not-needed.pdf',
    };
    expect(await submit(row, { readDocument })).toMatchObject({
      outcome: 'SUCCESS',
      values: { portal_status: 'SUBMITTED' },
    });
    expect(asked).toEqual(['hm-packing-list:364201', 'contract.pdf']);
  });

  test('a missing document, an ambiguous one, or one that is not a PDF is reported before anything is submitted', async () => {
    const application = { zone: 'DEPZ', application_no: 'EP-DEPZ-2026-018838' };
    expect(await ending(submit(application))).toEqual({
      outcome: 'INPUT_INVALID',
      message: 'The portal still needs the Packing List: name it in packing_list_pdf.',
    });
    const named = { ...application, packing_list_pdf: 'a.pdf', contract_pdf: 'b.pdf' };
    expect(await ending(submit(named))).toEqual({
      outcome: 'INPUT_INVALID',
      message: 'The document a.pdf cannot be found.',
    });
    const several = async () => ({ several: ['PL_OG.pdf', 'PL_OT.pdf'] });
    const earlier = { ...named, packing_list_pdf: 'hm-packing-list:364201' };
    expect(await ending(submit(earlier, { readDocument: several }))).toEqual({
      outcome: 'INPUT_INVALID',
      message:
        'Several documents of your earlier results fit hm-packing-list:364201: PL_OG.pdf, PL_OT.pdf. Name the one that is meant, such as hm-packing-list:364201:PL_OG.pdf.',
    });
    const readDocument = async (): Promise<NamedFile> => ({
      name: 'a.pdf',
      bytes: new Uint8Array([1, 2, 3]),
    });
    expect(await ending(submit(named, { readDocument }))).toEqual(refused('The file is not a PDF file.'));
    expect(await commits()).toEqual([]);
  });

  const ends: [string, Record<string, string>, { outcome: string; message: string | RegExp }][] = [
    [
      'past its date',
      { zone: 'AEPZ', application_no: 'EP-AEPZ-2026-018839' },
      refused('The application is past its date.'),
    ],
    [
      'without a deposit',
      { zone: 'DEPZ', application_no: 'EP-DEPZ-2026-018840' },
      refused('Insufficient deposit balance.'),
    ],
    [
      'sent back by the officer',
      { zone: 'AEPZ', application_no: 'EP-AEPZ-2026-018843' },
      refused('RETURNED_WITH_QUERY: The net weight differs from the packing list.'),
    ],
    [
      'of another invoice',
      { zone: 'DEPZ', application_no: 'EP-DEPZ-2026-018836', invoice_no: 'KGL/26/0999' },
      { outcome: 'CONFLICT', message: 'Application EP-DEPZ-2026-018836 is of invoice KGL/26/0821.' },
    ],
    [
      'one of two drafts of an invoice',
      { zone: 'DEPZ', invoice_no: 'KGL/26/0829' },
      {
        outcome: 'CONFLICT',
        message:
          'Invoice KGL/26/0829 has several applications: EP-DEPZ-2026-018844, EP-DEPZ-2026-018845. Name the one that is meant.',
      },
    ],
    [
      'unknown',
      { zone: 'DEPZ', invoice_no: 'KGL/26/0998' },
      { outcome: 'NOT_FOUND', message: /no such application/ },
    ],
  ];
  test.each(todaysShare(ends, 2))(
    'an application that is %s is not submitted, and the row says why',
    async (_, change, end) => {
      const { message, outcome } = await ending(submit(change));
      expect(outcome).toBe(end.outcome);
      expect(message).toEqual(saying(end.message));
      expect(await commits()).toEqual([]);
    },
  );

  test('a fee that differs from the known one is a CONFLICT for a person to decide', async () => {
    const { feeBdt } = config;
    onTestFinished(() => void Object.assign(config, { feeBdt }));
    config.feeBdt = 20;
    const row = { zone: 'DEPZ', application_no: 'EP-DEPZ-2026-018836' };
    expect(await ending(submit(row))).toEqual({
      outcome: 'CONFLICT',
      message: 'The portal asks a fee of BDT 25.00 for EP-DEPZ-2026-018836, not 20.00.',
    });
    expect(await commits()).toEqual([]);
  });
});
