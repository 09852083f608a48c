/**
 * Renders the documents of a filed claim: application form, statement of the calculation, and a checklist of what to
 * attach.
 */
import { colours, type Sheet } from '#api/domain/payments/receipt/sheet.ts';
import { takaFigures, takaWords } from '#api/domain/payments/receipt/taka.ts';
import { incentiveSchemeTexts } from '#contracts/portals/incentive-rates.ts';
import type { RowData } from '#services/contract.ts';
import { slashDate } from '#contracts/calendar-days.ts';
import { scaled, unscaled } from '#contracts/decimals.ts';
import { schemeOf } from './checks.ts';
import { valueAddition } from './figures.ts';
import {
  drawPairs,
  renderDocument,
  drawSignature,
  drawTitle,
  LEFT,
  printable,
  RIGHT,
  type Pair,
} from './document-sheet.ts';
import { incentiveRules } from './rules.ts';

export type Claim = {
  row: RowData;
  claimNo: string;
  exporter: string;
  /** Date of the submission. */
  claimDate: string;
  /** Figures as the bank accepted them. */
  figures: { netFob: string; ratePercent: string; claimFc: string; claimBdt: string };
};

/** Returns the three PDFs, each with its name without extension. */
export async function renderDocuments(claim: Claim): Promise<{ name: string; bytes: Uint8Array }[]> {
  return [
    { name: 'application', bytes: await drawApplication(claim) },
    { name: 'statement', bytes: await drawStatement(claim) },
    { name: 'checklist', bytes: await drawCheckList(claim) },
  ];
}

const headingOf = ({ claimNo, exporter, claimDate }: Claim, title: string, mark: string) => ({
  title,
  mark,
  claimNo,
  exporter,
  day: claimDate,
});

const dated = (row: RowData, number: string, day: string): string =>
  [row[number] ?? '', slashDate(row[day] ?? '')].join(' of ');

function drawApplication(claim: Claim): Promise<Uint8Array> {
  const { row, figures } = claim;
  const heading = headingOf(claim, 'Application for export cash incentive', incentiveRules.formName);
  return renderDocument(heading, (sheet, top) => {
    let y = drawTitle(sheet, 'Bank and scheme', top + 8);
    y = drawPairs(sheet, bankPairs(row), y);
    y = drawTitle(sheet, 'Shipment', y);
    y = drawPairs(sheet, shipmentPairs(row), y);
    y = drawTitle(sheet, 'Proceeds', y);
    y = drawPairs(sheet, proceedsPairs(row), y);
    y = drawTitle(sheet, 'Certificates and inputs', y);
    y = drawPairs(sheet, certificatePairs(row), y);
    y = drawTitle(sheet, 'Claim', y);
    y = drawPairs(
      sheet,
      [
        ['Net FOB', `${row['currency']} ${figures.netFob}`],
        ['Rate', `${figures.ratePercent} %`],
        ['Incentive', `${row['currency']} ${figures.claimFc}`],
        ['Incentive in taka', `BDT ${takaFigures(scaled(figures.claimBdt))}`],
      ],
      y,
    );
    const declaration =
      'We declare that the goods were shipped and their proceeds realised as stated, that no other claim of this scheme was made for this shipment, and that we return the amount if any of this is found untrue.';
    y = sheet.wrap(declaration, { x: LEFT, y: y + 4, width: RIGHT - LEFT, linesMax: 3 });
    drawSignature(sheet, y + 46);
  });
}

function bankPairs(row: RowData): Pair[] {
  return [
    ['Lien bank, branch', row['bank_branch'] ?? ''],
    ['Account No', row['account_no'] ?? ''],
    ['Scheme', incentiveSchemeTexts(schemeOf(row)).en],
    ['Sales contract or L/C', dated(row, 'contract_no', 'contract_date')],
  ];
}

function shipmentPairs(row: RowData): Pair[] {
  return [
    ['Invoice', dated(row, 'invoice_no', 'invoice_date')],
    ['EXP', dated(row, 'exp_no', 'exp_date')],
    ['Bill of export', dated(row, 'bill_of_export_no', 'bill_of_export_date')],
    ['Customs office', row['office_code'] ?? ''],
    ['Bill of lading', dated(row, 'bl_no', 'bl_date')],
    ['Destination', row['destination_country'] ?? ''],
    ['HS code', row['hs_code'] ?? ''],
    ['Invoice value', `${row['currency']} ${row['invoice_value']}`],
  ];
}

function proceedsPairs(row: RowData): Pair[] {
  return [
    ['Realised', `${row['currency']} ${row['realised_value']}`],
    ['Realised on', slashDate(row['realisation_date'] ?? '')],
    ['PRC', dated(row, 'prc_no', 'prc_date')],
    ['Exchange rate', `BDT ${row['exchange_rate']}`],
  ];
}

function certificatePairs(row: RowData): Pair[] {
  return [
    ['BTMA certificate', row['btma_cert_no'] ?? ''],
    ['BGMEA/BKMEA', row['bgmea_cert_no'] ?? ''],
    ['BTB L/C', row['btb_lc_no'] ?? ''],
    ['Local material', row['btb_local_value'] ?? ''],
    ['CMT', row['cmt_value'] ?? ''],
    ['Value addition', percentOf(valueAddition(row))],
  ];
}

const percentOf = (hundredths: bigint | null): string =>
  hundredths === null ? '' : `${unscaled(hundredths)} %`;

function drawStatement(claim: Claim): Promise<Uint8Array> {
  const { row, figures } = claim;
  const currency = row['currency'] ?? '';
  const lines: Pair[] = [
    ['Invoice value', `${currency} ${unscaled(scaled(row['invoice_value']))}`],
    ['less freight', `${currency} ${unscaled(scaled(row['freight']))}`],
    ['less insurance', `${currency} ${unscaled(scaled(row['insurance']))}`],
    ['less foreign commission', `${currency} ${unscaled(scaled(row['commission']))}`],
    ['Net FOB', `${currency} ${figures.netFob}`],
    ['Value addition, CMT and local material in net FOB', percentOf(valueAddition(row))],
    ['Rate on the day of the bill of lading', `${figures.ratePercent} %`],
    ['Incentive, net FOB × rate', `${currency} ${figures.claimFc}`],
    ['Exchange rate', `BDT ${row['exchange_rate']}`],
    ['Incentive in taka', `BDT ${takaFigures(scaled(figures.claimBdt))}`],
  ];
  const mark = dated(row, 'invoice_no', 'invoice_date');
  return renderDocument(headingOf(claim, 'Statement of the incentive', ''), (sheet, top) => {
    let y = drawTitle(sheet, printable(sheet, `Invoice ${mark}, EXP ${row['exp_no']}`), top + 8);
    y = drawLines(sheet, lines, y);
    y = sheet.wrap(
      takaWords(scaled(figures.claimBdt)),
      { x: LEFT, y: y + 6, width: RIGHT - LEFT, linesMax: 2 },
      { bold: true },
    );
    drawSignature(sheet, y + 90);
  });
}

function drawLines(sheet: Sheet, lines: readonly Pair[], top: number): number {
  for (const [index, [label, value]] of lines.entries()) {
    const y = top + index * 22;
    sheet.write(label, LEFT, y);
    sheet.write(printable(sheet, value), RIGHT, y, { align: 'right', bold: true });
    sheet.rule(y + 7, LEFT, RIGHT);
  }
  return top + lines.length * 22 + 4;
}

/** The documents that banks ask for, each with its number where the sheet has one. */
function checklistOf(row: RowData): Pair[] {
  return [
    ['Forwarding letter', ''],
    [`Application, ${incentiveRules.formName}`, ''],
    ['Cost break-down', ''],
    ['Declaration of the exporter', ''],
    ['Export L/C or sales contract', dated(row, 'contract_no', 'contract_date')],
    ['Commercial invoice', dated(row, 'invoice_no', 'invoice_date')],
    ['Packing list', ''],
    ['Bill of lading or air waybill', dated(row, 'bl_no', 'bl_date')],
    ['Bill of export', dated(row, 'bill_of_export_no', 'bill_of_export_date')],
    ['EXP form', dated(row, 'exp_no', 'exp_date')],
    ['Short-shipment certificate', ''],
    ['Proforma invoice of yarn, back-to-back L/C', row['btb_lc_no'] ?? ''],
    ['BTMA certificate or GSP', row['btma_cert_no'] ?? ''],
    ['BGMEA or BKMEA certificate', row['bgmea_cert_no'] ?? ''],
    ['Mushak', ''],
    ['Utilisation declaration', ''],
    ['Proceeds realisation certificate', dated(row, 'prc_no', 'prc_date')],
    ['Undertaking on stamp', ''],
  ];
}

function drawCheckList(claim: Claim): Promise<Uint8Array> {
  const heading = headingOf(claim, 'Check-list of the claim', '');
  return renderDocument(heading, (sheet, top) => {
    let y = drawTitle(sheet, 'Papers to hand in with the application', top + 8);
    for (const [paper, number] of checklistOf(claim.row)) {
      drawTickBox(sheet, y);
      sheet.write(paper, LEFT + 20, y);
      if (number !== '')
        sheet.wrap(printable(sheet, number), { x: LEFT + 260, y, width: RIGHT - LEFT - 260, linesMax: 1 });
      y += 24;
    }
    drawSignature(sheet, y + 60);
  });
}

function drawTickBox(sheet: Sheet, y: number): void {
  sheet.box({ x: LEFT, y: y - 9, width: 11, height: 11 }, colours.quiet);
  sheet.box({ x: LEFT + 1, y: y - 8, width: 9, height: 9 }, colours.tint);
}
