/**
 * Permit applications created and submitted on BEPZA's sandbox: one application and one fee whatever the portal does.
 */
import { randomUUID } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import { config } from '#activities/portals/bepza/config.ts';
import { bepzaPortal } from '#activities/portals/bepza/portal.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { bepzaEpIssue } from '#services/bepza-ep-issue/run.ts';
import { bepzaEpSubmission } from '#services/bepza-ep-submission/run.ts';
import { bepzaIpIssue } from '#services/bepza-ip-issue/run.ts';
import { bepzaIpSubmit } from '#services/bepza-ip-submit/run.ts';
import type { Filing, NamedFile, RowResult, RunContext, SubmitRunner } from '#services/runner.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { fileRows } from '#tests/harness/filing.ts';
import { nobodyAnswers } from '#tests/harness/run-context.ts';
import { ending, filedKeys } from '#tests/harness/row-ends.ts';
import { expectedRows, rowOf, sampleFilings, sampleRows } from '#tests/harness/sample-rows.ts';
import { startSandbox, type FaultSwitch } from '#tests/harness/sandbox.ts';

const portal = 'bepza';
const services = ['bepza-ep-issue', 'bepza-ip-issue', 'bepza-ep-submission', 'bepza-ip-submit'] as const;
type ServiceId = (typeof services)[number];
const runners: Record<ServiceId, SubmitRunner> = {
  'bepza-ep-issue': bepzaEpIssue,
  'bepza-ip-issue': bepzaIpIssue,
  'bepza-ep-submission': bepzaEpSubmission,
  'bepza-ip-submit': bepzaIpSubmit,
};
const isIssue = (serviceId: ServiceId): boolean => serviceId.endsWith('-issue');
/** The page with the filing click; its form is sent to the same address. */
const formRoute = (serviceId: ServiceId): string => (isIssue(serviceId) ? 'new' : 'submit');

const openSession = useBrowser();
const sandbox = await startSandbox();
const { db } = await createTestDatabase();
config.timeouts.elementMs = 2_000;

let jobId = '';
beforeEach(async () => {
  await sandbox.seed({ portal });
  jobId = randomUUID();
});
afterEach(() => sandbox.clearFaults());

async function loggedIn(zone: string): Promise<PortalSession> {
  const session = await openSession(sandbox.url(portal));
  const login = { username: 'padma', password: 'padma1234' };
  expect(await bepzaPortal.login(session, login, { ...nobodyAnswers, scope: zone })).toEqual({
    outcome: 'ok',
  });
  return session;
}

type Options = { job?: string; session?: PortalSession; context?: Partial<RunContext> };

/** Each test's filings have their own keys in the database, because a freshly seeded portal has no filings. */
const file = (serviceId: ServiceId, rows: Filing, options: Options = {}): Promise<RowResult> =>
  fileRows({
    db,
    serviceId,
    portal,
    login: `padma-${jobId}`,
    runner: runners[serviceId],
    rows,
    naturalKey: JSON.stringify(rows),
    openSession: async () => options.session ?? loggedIn(rows[0]['zone'] ?? ''),
    jobId: options.job ?? jobId,
    ...(options.context ? { context: options.context } : {}),
  });

const commits = (): Promise<string[]> => filedKeys(sandbox, portal);

function firstOf(serviceId: ServiceId, change: Record<string, string> = {}): Filing {
  return [rowOf(serviceId, { ...sampleRows(serviceId)[0], ...change })];
}
/** The sample's first filing, with all its rows. */
function sampleFiling(serviceId: ServiceId): Filing {
  const [first] = sampleFilings(serviceId);
  if (!first) throw new Error(`${serviceId} has no sample.`);
  return first;
}

const plain = ({ documents, ...result }: RowResult) => ({
  ...result,
  ...(documents ? { documents: documents.map(({ name }) => name) } : {}),
});

// Tests another service each day; the samples of all services run in every-service.test.ts.
describe.each(todaysShare(services))('%s', (serviceId) => {
  test('the service files its sample with the expected numbers, and each filing once', async () => {
    const results: unknown[] = [];
    const sessions = new Map<string, PortalSession>();
    const filings = sampleFilings(serviceId);
    for (const rows of filings) {
      const { zone = '' } = rows[0];
      const session = sessions.get(zone) ?? (await loggedIn(zone));
      sessions.set(zone, session);
      const { message, ...result } = plain(await file(serviceId, rows, { session }));
      expect(message).not.toEqual('');
      results.push(...rows.map(() => ({ ...result, values: result.values ?? {} })));
    }
    expect(results).toEqual(expectedRows(serviceId));
    const succeeded = results.filter((result) => (result as RowResult).outcome === 'SUCCESS');
    expect(new Set(await commits()).size).toBe((await commits()).length);
    expect(succeeded.length).toBeGreaterThan(0);
  });

  test.each(['drop-connection', 'http500', 'session-drop', 'blank-page'] as const)(
    'a filing whose answer is lost to %s is looked up, and nothing is filed twice',
    async (kind) => {
      const route = `${formRoute(serviceId)}.submit`;
      await sandbox.setFault({ portal, kind, route, afterCommit: true });
      expect(await file(serviceId, sampleFiling(serviceId))).toMatchObject({ outcome: 'SUCCESS' });
      expect(await commits()).toHaveLength(1);
      expect((await sandbox.state()).faults).toEqual([]);
    },
  );

  test('a filing click that never reached the portal is repeated', async () => {
    const rows = sampleFiling(serviceId);
    // The lines of goods are sent to the same address before the filing.
    const skip = isIssue(serviceId) ? rows.length : 0;
    await sandbox.setFault({ portal, kind: 'http500', route: `${formRoute(serviceId)}.submit`, skip });
    expect(await file(serviceId, rows)).toMatchObject({ outcome: 'SUCCESS' });
    expect(await commits()).toHaveLength(1);
  });

  test('a filing that another job made is ALREADY_DONE with the same values and documents', async () => {
    const rows = sampleFiling(serviceId);
    const session = await loggedIn(rows[0]['zone'] ?? '');
    const first = await file(serviceId, rows, { session });
    const again = await file(serviceId, rows, { session, job: randomUUID() });
    expect(plain(again)).toEqual({ ...plain(first), outcome: 'ALREADY_DONE' });
    expect(await commits()).toHaveLength(1);
  });

  const faults: [FaultSwitch['kind'], string][] = [
    ['http500', 'PORTAL_BUSY'],
    ['http503-maintenance', 'PORTAL_DOWN'],
    ['blank-page', 'PORTAL_BUSY'],
    ['session-drop', 'SESSION_EXPIRED'],
    ['layout-changed', 'PORTAL_CHANGED'],
  ];
  test.each(faults)('%s on the form gives %s, and nothing is filed', async (kind, outcome) => {
    await sandbox.setFault({ portal, kind, route: formRoute(serviceId), times: -1 });
    expect(await ending(file(serviceId, sampleFiling(serviceId)))).toMatchObject({ outcome });
    expect(await commits()).toEqual([]);
  });

  test.each(['http500', 'http503-maintenance'] as const)(
    'a lost filing whose look-up is answered by %s stays uncertain and is not filed again',
    async (kind) => {
      const rows = sampleFiling(serviceId);
      const route = `${formRoute(serviceId)}.submit`;
      await sandbox.setFault({ portal, kind: 'drop-connection', route, afterCommit: true });
      await sandbox.setFault({ portal, kind, route: 'applications', times: -1, skip: 1 });
      await ending(file(serviceId, rows));
      await sandbox.clearFaults();
      expect(await file(serviceId, rows)).toMatchObject({ outcome: 'SUCCESS' });
      expect(await commits()).toHaveLength(1);
    },
  );
});

const refused = (message: string) => ({ outcome: 'REJECTED', message });

describe('applications', () => {
  const refusals: [ServiceId, Record<string, string>, string][] = [
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
  test.each(refusals)(
    'a row of %s with %o is REJECTED in the words of the portal',
    async (serviceId, change, words) => {
      const first = sampleRows(serviceId)[0] ?? {};
      const total =
        serviceId === 'bepza-ep-issue'
          ? { item_fob: first['fob_value'] }
          : { item_fob: first['invoice_value'] };
      const row = firstOf(serviceId, { ...(total as Record<string, string>), ...change });
      expect(await ending(file(serviceId, row))).toEqual(refused(words));
      expect(await commits()).toEqual([]);
    },
  );

  test('another application of the same invoice with other figures is a CONFLICT that names them', async () => {
    const [first, second] = sampleFiling('bepza-ep-issue');
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
  const submit = (change: Record<string, string>, options?: Options) => {
    const blank = { application_no: '', invoice_no: '', exp_pdf: '', remarks: '', accept_undertaking: 'YES' };
    return file('bepza-ep-submission', firstOf('bepza-ep-submission', { ...blank, ...change }), options);
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
    expect(await submit(row, { context: { readDocument } })).toMatchObject({
      outcome: 'SUCCESS',
      values: { portal_status: 'SUBMITTED' },
    });
    expect(asked).toEqual(['hm-packing-list:364201', 'contract.pdf']);
  });

  test('a missing document, or one that is not a PDF, is reported before anything is submitted', async () => {
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
    const readDocument = async (): Promise<NamedFile> => ({
      name: 'a.pdf',
      bytes: new Uint8Array([1, 2, 3]),
    });
    expect(await ending(submit(named, { context: { readDocument } }))).toEqual(
      refused('The file is not a PDF file.'),
    );
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
  test.each(ends)(
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
    config.feeBdt = '20.00';
    try {
      expect(await ending(submit({ zone: 'DEPZ', application_no: 'EP-DEPZ-2026-018836' }))).toEqual({
        outcome: 'CONFLICT',
        message: 'The portal asks a fee of BDT 25.00 for EP-DEPZ-2026-018836, not 20.00.',
      });
    } finally {
      config.feeBdt = feeBdt;
    }
    expect(await commits()).toEqual([]);
  });
});
