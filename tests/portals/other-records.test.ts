/** Records that a portal shows beside or in place of the wanted one, and those that stand on a list's later pages. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openBooking } from '#activities/portals/damco/pages/booking-search.ts';
import { config as carrier } from '#activities/portals/maersk-track/config.ts';
import { customTracking } from '#services/custom-tracking/run.ts';
import { damcoTrackingMaersk } from '#services/damco-tracking-maersk/run.ts';
import { egmDownload } from '#services/egm-download/run.ts';
import { hmEinvoiceDownload } from '#services/hm-einvoice-download/run.ts';
import { myshipmentTracking } from '#services/myshipment-tracking/run.ts';
import { completeBill } from '#services/families/customs-bill.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { useFilings } from '#tests/harness/portal-filings.ts';
import { outcomeOf, shortenTimeouts } from '#tests/harness/portal-look-up.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { runContext } from '#tests/harness/run-context.ts';
import { firstFiling, firstRow } from '#tests/harness/sample-rows.ts';
import { bookings } from '#tests/sandbox/portals/damco/seed.ts';
import { allRecords } from '#tests/sandbox/portals/epb/seed.ts';

const filingsOn = await useFilings();
const openSession = useBrowser();

beforeAll(async () => {
  for (const key of ['bb-exp', 'bank-ci', 'damco', 'epb', 'bepza', 'hm', 'customs', 'myshipment'] as const)
    await shortenTimeouts(key, { navigationMs: 4_000, elementMs: 2_000 });
  Object.assign(carrier.timeouts, { navigationMs: 4_000, answerMs: 1_000 });
});

describe('a list of several pages', () => {
  test('an EXP on a later page of its list is found', async () => {
    const { sandbox, file, logIn, commits } = filingsOn('bb-exp');
    const session = await logIn();
    const rows = ['2026-06-01', '2026-06-02'].map((day) => firstRow('exp-issue', { invoice_date: day }));
    for (const row of rows) await file('exp-issue', row, { session, job: randomUUID() });
    await sandbox.setFault({
      portal: 'bb-exp',
      kind: 'paged',
      route: 'list',
      times: -1,
      from: 'EXP_LIST',
      to: 'Next',
    });
    for (const row of rows)
      expect(await file('exp-issue', row, { session, job: randomUUID() })).toMatchObject({
        outcome: 'ALREADY_DONE',
      });
    expect(await commits()).toHaveLength(2);
  });

  test('a document on a later page of its list is found', async () => {
    const { sandbox, file, logIn, commits } = filingsOn('damco');
    const session = await logIn();
    const rows = ['Packing List', 'Commercial Invoice'].map((type) =>
      firstRow('damco-edoc-upload', { document_type: type }),
    );
    for (const row of rows) await file('damco-edoc-upload', row, { session, job: randomUUID() });
    const filed = (await commits()).length;
    const paged = { portal: 'damco', kind: 'paged', route: 'documents', times: -1 } as const;
    await sandbox.setFault({ ...paged, from: 'documents', to: 'Next' });
    for (const row of rows)
      expect(await file('damco-edoc-upload', row, { session, job: randomUUID() })).toMatchObject({
        outcome: 'ALREADY_DONE',
      });
    expect(await commits()).toHaveLength(filed);
  });

  test('a booking on an earlier page of its list than the last is opened', async () => {
    const { sandbox, logIn } = filingsOn('damco');
    const session = await logIn();
    const so = '43680233';
    // The first page has the booking, the second one a booking with a longer number.
    const list = { portal: 'damco', route: 'search-so', times: -1 } as const;
    await sandbox.setFault({ ...list, kind: 'renamed', from: so, to: `${so}9` });
    await sandbox.setFault({ ...list, kind: 'row-again', from: `>${so}9<`, to: `>${so}<` });
    await sandbox.setFault({ ...list, kind: 'paged', from: 'soTable', to: 'Next' });
    const opened = await openBooking(session.page, so);
    expect(opened?.booking.fields.get('SO No')).toBe(so);
  });

  /** Services with the list of their look-up, and what another record has in place of a text of the row's own. */
  const unread = [
    ['bb-exp', 'exp-issue', 'list', 'EXP_LIST', '260326110123456', '260326110999999'],
    ['damco', 'damco-edoc-upload', 'documents', 'documents', 'Packing List', 'Packing Note'],
    ['damco', 'damco-booking', 'search-so', 'soTable', '4500781223', '45007812239'],
    ['damco', 'damco-fcr-submission', 'fcr', 'fcrTable', 'PAL/', 'PAK/'],
    ['epb', 'rex-soo-submission', 'list', 'soo_list', '<td>', '<td>9'],
    [
      'bank-ci',
      'cash-incentive-application',
      'claims',
      'claims',
      'Local textile in lieu of bond/drawback',
      'SME',
    ],
    ['bepza', 'bepza-ep-issue', 'applications', 'ctl00_MainContent_gvApplications', '<td>', '<td>9'],
    ['hm', 'hm-einvoice-create', 'invoices', 'invoices', '<td>', '<td>9'],
  ] as const;
  test.each(unread)(
    '%s, %s: a record behind a pager that cannot be followed does not count as absent',
    async (portal, service, route, table, from, to) => {
      const { sandbox, file, commits } = filingsOn(portal);
      const row = firstFiling(service);
      await file(service, row, { job: randomUUID() });
      const filed = (await commits()).length;
      // The list shows another record first, so that the row's own is on the second page.
      await sandbox.setFault({ portal, kind: 'row-again', route, times: -1, from, to });
      await sandbox.setFault({ portal, kind: 'paged', route, times: -1, from: table, to: '›' });
      expect(await ending(file(service, row, { job: randomUUID() }))).toMatchObject({
        outcome: 'PORTAL_CHANGED',
      });
      expect(await commits()).toHaveLength(filed);
    },
  );
});

describe('a list that has only other records', () => {
  /** Services with the list of their look-up, and a number of the row with what the other records have in its place. */
  const answersOther = [
    ['bb-exp', 'exp-issue', 'list', 'invoice_no'],
    ['damco', 'damco-booking', 'search-so', 'po_no'],
    ['damco', 'damco-fcr-submission', 'fcr', 'so_no'],
    ['epb', 'rex-soo-submission', 'list', 'invoice_no'],
    ['bepza', 'bepza-ep-issue', 'applications', 'invoice_no'],
    ['hm', 'hm-einvoice-create', 'invoices', 'invoice_no'],
  ] as const;
  test.each(answersOther)(
    '%s, %s: the answer to another search does not count as absent',
    async (portal, service, route, column) => {
      const { sandbox, file, commits } = filingsOn(portal);
      const row = firstFiling(service);
      await file(service, row, { job: randomUUID() });
      const filed = (await commits()).length;
      const from = row[0][column] ?? '';
      await sandbox.setFault({ portal, kind: 'renamed', route, times: -1, from, to: 'OTHER-0815' });
      expect(await ending(file(service, row, { job: randomUUID() }))).toMatchObject({
        outcome: 'PORTAL_BUSY',
      });
      expect(await commits()).toHaveLength(filed);
    },
  );
});

test('an invoice that H&M lists in other letters is the invoice of the row', async () => {
  const { file, logIn, commits } = filingsOn('hm');
  const session = await logIn();
  const capital = firstRow('hm-einvoice-create', { invoice_no: 'PAL12' });
  await file('hm-einvoice-create', capital, { session, job: randomUUID() });
  const small = firstRow('hm-einvoice-create', { invoice_no: 'pal12' });
  expect(await file('hm-einvoice-create', small, { session, job: randomUUID() })).toMatchObject({
    outcome: 'ALREADY_DONE',
  });
  expect(await commits()).toHaveLength(1);
});

describe('the carrier', () => {
  test("a 404 of the web server is an outage, and not the carrier's answer about the number", async () => {
    const { sandbox } = filingsOn('damco');
    await sandbox.setFault({ portal: 'maersk-track', kind: 'html404', route: 'api', times: -1 });
    const session = await openSession(sandbox.url('maersk-track'));
    const tracked = damcoTrackingMaersk.run({ tracking_no: 'MRKU5295187' }, runContext({ session }));
    expect(await outcomeOf(tracked)).toBe('PORTAL_BUSY');
  });
});

describe('customs', () => {
  const bill = { office_code: '301', be_serial: 'C', be_number: '796229', be_year: '2026' };

  test.each([
    ['custom-tracking', customTracking],
    ['egm-download', egmDownload],
  ] as const)('%s does not deliver the status of another bill', async (_, runner) => {
    const { sandbox } = filingsOn('damco');
    await sandbox.setFault({ portal: 'customs', kind: 'other-record', times: -1 });
    const session = await openSession(sandbox.url('customs'));
    expect(await outcomeOf(runner.run(completeBill(bill), runContext({ session })))).toBe('PORTAL_BUSY');
  });
});

test('MyShipment does not deliver another shipment than the one that was opened', async () => {
  const { sandbox, logIn } = filingsOn('myshipment');
  const session = await logIn();
  const other = { kind: 'renamed', from: '43680233', to: '43680299', times: -1 } as const;
  await sandbox.setFault({ portal: 'myshipment', route: 'shipment', ...other });
  const row = { search_type: 'SO', search_value: '43680233' };
  expect(await outcomeOf(myshipmentTracking.run(row, runContext({ session })))).toBe('PORTAL_BUSY');
});

describe('a search that also finds longer numbers', () => {
  test('an order is booked although an order with a longer number is booked already', async () => {
    const { sandbox, file, commits } = filingsOn('damco');
    const [booking] = bookings;
    const longer = { ...booking, so: '43999999', orderNo: '45007812239', status: 'ACCEPTED' };
    await sandbox.seed({ portal: 'damco', records: { 'so 43999999': longer } });
    expect(await file('damco-booking', firstRow('damco-booking', {}))).toMatchObject({
      outcome: 'SUCCESS',
    });
    expect(await commits()).toHaveLength(1);
  });

  test('an EXP is issued although the list has only longer invoice numbers', async () => {
    const { sandbox, file, commits } = filingsOn('bb-exp');
    const earlier = firstRow('exp-issue', { invoice_date: '2026-06-01' });
    const later = firstRow('exp-issue', { invoice_date: '2026-06-02' });
    await file('exp-issue', earlier, { job: randomUUID() });
    const from = earlier[0]['invoice_no'] ?? '';
    await sandbox.setFault({
      portal: 'bb-exp',
      kind: 'renamed',
      route: 'list',
      times: -1,
      from,
      to: `${from}9`,
    });
    expect(await file('exp-issue', later, { job: randomUUID() })).toMatchObject({ outcome: 'SUCCESS' });
    expect(await commits()).toHaveLength(2);
  });

  test('a certificate is submitted although the list has only a record of a longer invoice number', async () => {
    const { sandbox, file, commits } = filingsOn('epb');
    const row = firstRow('rex-soo-submission');
    const [record] = allRecords({});
    const longer = {
      ...record,
      id: 'SOO-000900',
      company: 'padma',
      invoiceNo: `${row[0]['invoice_no']}9`,
      blNo: 'DHK9999999',
    };
    await sandbox.seed({ portal: 'epb', records: { [longer.id]: longer } });
    expect(await file('rex-soo-submission', row)).toMatchObject({ outcome: 'SUCCESS' });
    expect(await commits()).toHaveLength(1);
  });

  test("a download of H&M invoices delivers none of another row's", async () => {
    const { logIn } = filingsOn('hm');
    const session = await logIn();
    const invoices = hmEinvoiceDownload.run({ invoice_no: '25096' }, runContext({ session }));
    expect(await outcomeOf(invoices)).toBe('NOT_FOUND');
  });
});
