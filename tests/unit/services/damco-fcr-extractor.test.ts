/** FCRs extracted from texts of several layouts, the mails that belong to a number, and the dates of a search. */
import { describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import type { PageText, TextRow } from '#activities/pdf/reading/page-text.ts';
import type { MailPdf } from '#activities/portals/mailbox/mail-pdfs.ts';
import { parseFcr, type Fcr } from '#services/damco-fcr-extractor/fcr.ts';
import { fcrFields, type FcrField } from '#services/damco-fcr-extractor/fields.ts';
import { damcoFcrExtractorMessages } from '#services/damco-fcr-extractor/messages.ts';
import { matchesOf, mentions, newestOf } from '#services/damco-fcr-extractor/matches.ts';
import { damcoFcrExtractorService } from '#services/damco-fcr-extractor/service.ts';

const PIECE_PT = 100;
const columns = [40, 150, 320, 430];
const heading = ["FORWARDER'S CARGO RECEIPT"];

/** Lines of texts at the same four columns. */
function pageOf(...lines: string[][]): PageText[] {
  const rows = lines.map((line): TextRow =>
    line.flatMap((text, column) => {
      const x0 = columns[column] ?? 0;
      return text === '' ? [] : [{ text, x0, x1: x0 + PIECE_PT }];
    }),
  );
  return [{ number: 1, hasText: true, rows }];
}

function fcrOf(...lines: string[][]): Fcr {
  const fcr = parseFcr(pageOf(heading, ...lines));
  if (!fcr) throw new Error('This is no FCR.');
  return fcr;
}
const valueOf = (fcr: Fcr, field: FcrField) => fcr.fields.get(field);

describe('what is not certain stays empty', () => {
  test('a page that is not an FCR gives nothing', () => {
    expect(parseFcr(pageOf(['Commercial Invoice'], ['SO No', '43680233']))).toBeNull();
  });

  test('an FCR without any known label has no confidence and a warning that says so', () => {
    const fcr = fcrOf(['We received 612 cartons of 5230 kg from Padma Apparels Ltd.']);
    expect(fcr.confidence).toBe(0);
    expect(fcr.warnings).toEqual(['The layout of this FCR is not known; nothing was read from it.']);
  });

  test.each<[FcrField, string, string]>([
    ['fcr_date', 'FCR Date', '11/25/2026'],
    ['cartons', 'Cartons', 'six hundred'],
    ['cbm', 'CBM', '46,213'],
    ['gross_weight_kg', 'Gross Weight (KG)', '5.230,00'],
    ['container_no', 'Container No', 'MSKU0383251'],
    ['exp_no', 'EXP No', '1084'],
    ['fcr_no', 'FCR No', 'PENDING'],
  ])('%s is not read from "%s: %s"', (field, label, text) => {
    const fcr = fcrOf([label, text]);
    expect(valueOf(fcr, field)).toEqual({ value: null, confidence: 0 });
  });

  test('another label beside a label is not read as its value', () => {
    const fcr = fcrOf(['Shipper', '', 'Notify Party', '']);
    expect(valueOf(fcr, 'shipper')?.value).toBeNull();
  });

  test('a text that may be the label of another box is read with a warning', () => {
    const fcr = fcrOf(['Shipper', '', 'Forwarder ref', ''], ['Padma Apparels Ltd.', '', 'X-1', '']);
    expect(valueOf(fcr, 'shipper')).toEqual({ value: 'Forwarder ref', confidence: 0.5 });
    expect(fcr.warnings).toContainEqual('The shipper is not certain.');
  });

  test('two different values of one label halve the confidence', () => {
    const fcr = fcrOf(['FCR No', 'FCR1204477'], ['FCR No', 'FCR1204478']);
    expect(valueOf(fcr, 'fcr_no')).toEqual({ value: 'FCR1204477', confidence: 0.5 });
    expect(fcr.warnings).toContainEqual('The FCR has more than one fcr no.');
  });
});

describe('layouts', () => {
  const whole = {
    fcr_no: 'FCR1204477',
    fcr_date: '2026-10-04',
    shipper: 'Padma Apparels Ltd.',
    consignee: 'Nordic Wear AB',
    po_no: '4500781223',
    cartons: 612,
    gross_weight_kg: 5230,
    cbm: 46.213,
    pol: 'Chattogram',
    pod: 'Gothenburg',
    vessel: 'MAERSK XIAMEN / 641W',
  };
  const read = (fcr: Fcr): object =>
    Object.fromEntries(
      fcrFields.filter((field) => field in whole).map((field) => [field, fcr.fields.get(field)?.value]),
    );

  test('values beside their labels have full confidence', () => {
    const fcr = fcrOf(
      ['FCR No', 'FCR1204477', 'FCR Date', '04-OCT-2026'],
      ['Shipper', 'Padma Apparels Ltd.', 'Consignee', 'Nordic Wear AB'],
      ['PO No', '4500781223', 'Cartons', '612'],
      ['Gross Weight (KG)', '5,230.00', 'CBM', '46.213'],
      ['Port of Loading', 'Chattogram', 'Port of Discharge', 'Gothenburg'],
      ['Vessel / Voyage', 'MAERSK XIAMEN / 641W'],
    );
    expect(read(fcr)).toEqual(whole);
    expect([fcr.confidence, fcr.warnings]).toEqual([1, []]);
  });

  test('values after a colon have full confidence', () => {
    const fcr = fcrOf(
      ["Forwarder's Cargo Receipt No.: FCR1204477"],
      ['Date of Issue: 4 Oct 2026'],
      ['Shipper: Padma Apparels Ltd.'],
      ['Consignee: Nordic Wear AB'],
      ['Purchase Order: 4500781223'],
      ['No. of Cartons: 612 CTNS'],
      ['G.W.: 5,230.00 KGS'],
      ['Measurement: 46.213 CBM'],
      ['POL: Chattogram'],
      ['POD: Gothenburg'],
      ['Vessel: MAERSK XIAMEN / 641W'],
    );
    expect(read(fcr)).toEqual(whole);
    expect(fcr.confidence).toBe(1);
  });

  test('values below their labels have a confidence of 0.9', () => {
    const fcr = fcrOf(
      ['SHIPPER / EXPORTER', '', 'F.C.R. NO.'],
      ['Padma Apparels Ltd.', '', 'FCR1204477'],
      ['CONSIGNEE', '', 'DATE OF ISSUE'],
      ['Nordic Wear AB', '', '04/10/2026'],
      ['ORDER NO.', '', 'NO. OF PACKAGES'],
      ['4500781223', '', '612 CTNS'],
      ['GROSS WT. (KGS)', '', 'MEASUREMENT (CBM)'],
      ['5,230.00', '', '46.213'],
      ['PORT OF LOADING', '', 'PORT OF DISCHARGE'],
      ['Chattogram', '', 'Gothenburg'],
      ['OCEAN VESSEL'],
      ['MAERSK XIAMEN / 641W'],
    );
    expect(read(fcr)).toEqual(whole);
    expect(fcr.confidence).toBe(0.9);
  });
});

describe('mails of a number', () => {
  const pdfOf = (name: string, ...lines: string[][]): MailPdf => ({
    name,
    bytes: new Uint8Array(),
    reading: { kind: 'text', pages: pageOf(heading, ...lines) },
  });
  const scan: MailPdf = {
    name: 'scan.pdf',
    bytes: new Uint8Array(),
    reading: { kind: 'text', pages: [{ number: 1, hasText: false, rows: [] }] },
  };
  const mailOf = (uid: number, subject: string, ...pdfs: MailPdf[]) => ({
    mail: { uid, date: new Date(Date.UTC(2026, 9, uid)), subject, sender: 'fcr@maersk.com' },
    content: { text: '', pdfs, warnings: [] },
  });
  const first = pdfOf('a.pdf', ['FCR No', 'FCR1204477', 'SO No', '43680233']);
  const second = pdfOf('b.pdf', ['FCR No', 'FCR1204478', 'SO No', '43680234']);

  test('a number is found only as a whole word [whole-numbers-only]', () => {
    expect(mentions('SO 43680233.', '43680233')).toBe(true);
    expect(mentions('SO 436802331', '43680233')).toBe(false);
    expect(mentions('inv. pal/nw/2026/0147', 'PAL/NW/2026/0147')).toBe(true);
    expect(mentions('FCRX1204477', 'FCR.1204477')).toBe(false);
  });

  test('a number that only the mail mentions is not assigned to one of several FCRs', () => {
    expect(matchesOf(mailOf(1, 'PO 4500781223', first, second), '4500781223')).toEqual([]);
    expect(matchesOf(mailOf(1, 'PO 4500781223', first), '4500781223')).toMatchObject([
      { warnings: expect.arrayContaining(['The number is in the mail, not in the PDF.']) },
    ]);
  });

  test('a scan belongs to a number only if its mail or its name mentions the number', () => {
    expect(matchesOf(mailOf(1, 'FCR', scan), '43680233')).toEqual([]);
    expect(matchesOf(mailOf(1, 'FCR of SO 43680233', scan), '43680233')).toMatchObject([
      { fcr: null, warnings: [saying(/^NO_TEXT_LAYER/)] },
    ]);
  });

  test('the newest version of an FCR is used, and both FCRs of a number are kept', () => {
    const other = { ...second, name: 'again.pdf' };
    const found = [mailOf(3, 'again', other), mailOf(2, '', second), mailOf(1, '', first)].flatMap((mail) =>
      matchesOf({ ...mail, content: { ...mail.content, text: 'PO 4500781223' } }, '4500781223'),
    );
    const newest = newestOf(found);
    expect(newest.map(({ pdf }) => pdf.name)).toEqual(['again.pdf', 'a.pdf']);
    expect(newest[0]?.warnings[0]).toEqual('1 earlier version was left out.');
  });
});

describe('the dates of a search', () => {
  const { complete, check } = damcoFcrExtractorService.input;
  // The date in Dhaka is already the 21st.
  const today = new Date('2026-11-20T19:00:00Z');

  test('the dates of a search are the last 30 days in Dhaka if the row has none', () => {
    expect(complete({ search_key: '1' }, today)).toMatchObject({
      from_date: '2026-10-22',
      to_date: '2026-11-21',
    });
  });

  test('the dates of a search are in order and at most 180 days apart', () => {
    expect(check({ from_date: '2026-05-25', to_date: '2026-11-21' }, today)).toEqual([]);
    expect(check({ from_date: '2026-05-24', to_date: '2026-11-21' }, today)).toHaveLength(1);
    expect(check({ from_date: '2026-05-24' }, today)).toHaveLength(1);
    expect(check({ from_date: '2026-11-22', to_date: '2026-11-21' }, today)).toMatchObject([
      { problem: saying('This is after the last day, 21 Nov 2026.') },
    ]);
  });

  test('the days of a search that found nothing are written out', () => {
    const days = { from: '2026-11-01', to: '2026-11-20' };
    expect(damcoFcrExtractorMessages.noReceipt({ key: 'SO 1', ...days })).toEqual(
      saying('No FCR of SO 1 in the mails from 1 Nov 2026 to 20 Nov 2026.'),
    );
  });
});
