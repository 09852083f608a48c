/** Renders a receipt on one A4 page. */
import { PDFDocument } from 'pdf-lib';
import { creditsFromHundredths, formatCredits } from '#contracts/credits/credits.ts';
import { colours, newSheet, sheetSize, type Sheet } from './sheet.ts';
import { takaFigures, takaWords } from './taka.ts';

export type Receipt = {
  /** Null for a payment that was refunded before it bought anything. */
  number: string | null;
  paidAt: Date;
  seller: { name: string; about: string };
  buyer: { name: string; company: string; email: string; mobile: string };
  creditsHundredths: bigint;
  creditsPerBdtHundredths: number;
  amountPoisha: bigint;
  trxId: string;
  invoice: string;
  paymentId: string;
  refunds: { at: Date; amountPoisha: bigint; refundTrxId: string | null; reason: string }[];
};

const LEFT = 56;
const RIGHT = sheetSize.width - 56;
const MIDDLE = 312;
const COLUMN = MIDDLE - LEFT - 24;
/** bKash's maximum number of refunds of one payment. */
const REFUNDS_MAX = 10;

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Dhaka',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const timeInDhaka = (at: Date): string => clock.format(at);

/** Returns the bytes of the PDF. Refunds are listed below the payment. */
export async function drawReceipt(receipt: Receipt): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const title = receipt.number ? `Receipt ${receipt.number}` : `Payment ${receipt.trxId}`;
  document.setTitle(title);
  document.setAuthor(receipt.seller.name);
  document.setLanguage('en');
  // The same receipt always yields an identical file.
  document.setCreationDate(receipt.paidAt);
  document.setModificationDate(receipt.refunds.at(-1)?.at ?? receipt.paidAt);
  const sheet = await newSheet(document);
  drawHead(sheet, receipt);
  drawParties(sheet, receipt);
  const afterItems = drawItems(sheet, receipt);
  const afterPayment = drawPayment(sheet, receipt, afterItems + 40);
  if (receipt.refunds.length > 0) drawRefunds(sheet, receipt, afterPayment + 40);
  drawFoot(sheet);
  return new Uint8Array(await document.save());
}

function statusOf({ refunds, amountPoisha }: Receipt): { text: string; colour: typeof colours.ink } {
  const back = refundedOf(refunds);
  if (back === 0n) return { text: 'PAID', colour: colours.brand };
  return { text: back >= amountPoisha ? 'REFUNDED' : 'PARTLY REFUNDED', colour: colours.alert };
}

const refundedOf = (refunds: Receipt['refunds']): bigint =>
  refunds.reduce((sum, { amountPoisha }) => sum + amountPoisha, 0n);

function drawHead(sheet: Sheet, receipt: Receipt): void {
  // A folded consignment note, as in the app's mark.
  sheet.box({ x: LEFT, y: 50, width: 22, height: 26 }, colours.brand);
  for (const [index, width] of [12, 12, 7].entries())
    sheet.box({ x: LEFT + 5, y: 58 + index * 5, width, height: 1.6 }, colours.tint);
  sheet.write(receipt.seller.name, LEFT + 32, 70, { size: 19, bold: true });
  sheet.write('Payment receipt', RIGHT, 70, { size: 19, bold: true, align: 'right', colour: colours.brand });
  sheet.rule(94, LEFT, RIGHT, colours.brand);
  const status = statusOf(receipt);
  const facts = [
    { label: 'Receipt number', value: receipt.number ?? 'None: sent back before use', x: LEFT },
    { label: 'Paid on (Asia/Dhaka)', value: timeInDhaka(receipt.paidAt), x: LEFT + 190 },
  ];
  for (const { label, value, x } of facts) {
    sheet.write(label, x, 116, { size: 8, colour: colours.quiet });
    sheet.write(value, x, 131, { size: 11.5, bold: true });
  }
  sheet.write('Status', RIGHT, 116, { size: 8, colour: colours.quiet, align: 'right' });
  sheet.write(status.text, RIGHT, 131, { size: 11.5, bold: true, colour: status.colour, align: 'right' });
}

function drawParties(sheet: Sheet, { seller, buyer }: Receipt): void {
  drawParty(sheet, 'Sold by', [seller.name, seller.about], LEFT);
  drawParty(sheet, 'Sold to', [buyer.company, buyer.name, buyer.email, buyer.mobile], MIDDLE);
}

/**
 * Emphasizes the first non-empty line. Omits lines that the fonts cannot write; the others still identify the buyer.
 */
function drawParty(sheet: Sheet, heading: string, lines: string[], x: number): void {
  sheet.write(heading, x, 168, { size: 8, colour: colours.quiet });
  const shown = lines.filter((line) => line.trim() !== '' && sheet.canWrite(line));
  let y = 184;
  for (const [index, line] of shown.entries())
    y =
      sheet.wrap(line, { x, y, width: COLUMN, linesMax: 2 }, index === 0 ? { size: 11, bold: true } : {}) +
      15;
  if (lines.some((line) => !sheet.canWrite(line)))
    sheet.wrap(
      'Lines in another script than Latin are kept in the account and not printed.',
      { x, y, width: COLUMN, linesMax: 2 },
      { size: 7.5, colour: colours.quiet },
    );
}

function drawItems(sheet: Sheet, receipt: Receipt): number {
  const top = 288;
  const columns = { item: LEFT + 10, credits: 330, rate: 430, amount: RIGHT - 10 };
  const head = { size: 8, colour: colours.quiet };
  sheet.box({ x: LEFT, y: top, width: RIGHT - LEFT, height: 24 }, colours.tint);
  sheet.write('Item', columns.item, top + 15, head);
  sheet.write('Credits', columns.credits, top + 15, { ...head, align: 'right' });
  sheet.write('Credits per BDT', columns.rate, top + 15, { ...head, align: 'right' });
  sheet.write('Amount (BDT)', columns.amount, top + 15, { ...head, align: 'right' });
  const right = { align: 'right' } as const;
  sheet.write('Chalan credits, prepaid', columns.item, top + 44);
  sheet.write(
    formatCredits(creditsFromHundredths(receipt.creditsHundredths)),
    columns.credits,
    top + 44,
    right,
  );
  sheet.write(
    formatCredits(creditsFromHundredths(receipt.creditsPerBdtHundredths)),
    columns.rate,
    top + 44,
    right,
  );
  sheet.write(takaFigures(receipt.amountPoisha), columns.amount, top + 44, right);
  sheet.rule(top + 58, LEFT, RIGHT);
  sheet.write('Total paid', columns.item, top + 79, { size: 11.5, bold: true });
  const total = `BDT ${takaFigures(receipt.amountPoisha)}`;
  sheet.write(total, columns.amount, top + 79, { size: 13, bold: true, align: 'right' });
  sheet.rule(top + 92, LEFT, RIGHT, colours.brand);
  sheet.write('In words', columns.item, top + 112, head);
  return sheet.wrap(takaWords(receipt.amountPoisha), {
    x: columns.item + 56,
    y: top + 112,
    width: RIGHT - columns.item - 66,
    linesMax: 2,
  });
}

function drawPayment(sheet: Sheet, receipt: Receipt, top: number): number {
  sheet.write('Payment', LEFT, top, { size: 11.5, bold: true });
  const facts = [
    ['Method', 'bKash'],
    ['bKash trxID', receipt.trxId],
    ['Invoice number', receipt.invoice],
    ['bKash payment ID', receipt.paymentId],
  ] as const;
  let y = top + 20;
  for (const [label, value] of facts) {
    sheet.write(label, LEFT, y, { colour: colours.quiet });
    y = sheet.wrap(value, { x: LEFT + 120, y, width: RIGHT - LEFT - 120, linesMax: 2 }) + 16;
  }
  return y - 16;
}

function drawRefunds(sheet: Sheet, receipt: Receipt, top: number): void {
  sheet.write('Refunds to the same bKash account', LEFT, top, { size: 11.5, bold: true });
  let y = top + 20;
  for (const refund of receipt.refunds.slice(0, REFUNDS_MAX)) {
    sheet.write(timeInDhaka(refund.at), LEFT, y);
    sheet.write(refund.refundTrxId ? `trxID ${refund.refundTrxId}` : '', LEFT + 120, y);
    if (sheet.canWrite(refund.reason))
      sheet.wrap(refund.reason, { x: LEFT + 240, y, width: 150, linesMax: 1 }, { colour: colours.quiet });
    sheet.write(`-${takaFigures(refund.amountPoisha)}`, RIGHT - 10, y, { align: 'right' });
    y += 16;
  }
  sheet.rule(y - 6, LEFT, RIGHT);
  sheet.write('Paid after refunds', LEFT, y + 10, { bold: true });
  const left = receipt.amountPoisha - refundedOf(receipt.refunds);
  sheet.write(`BDT ${takaFigures(left)}`, RIGHT - 10, y + 10, { bold: true, align: 'right' });
}

function drawFoot(sheet: Sheet): void {
  sheet.rule(782, LEFT, RIGHT);
  const style = { size: 8, colour: colours.quiet };
  sheet.write(
    'Made by computer; valid without a signature. All times are those of Dhaka (UTC+6).',
    LEFT,
    797,
    style,
  );
}
