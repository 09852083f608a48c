/** The PDFs of the mails: an FCR in four layouts and a commercial invoice, with the same bytes in every run. */
import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import { pairsPdf } from '#tests/sandbox/framework/pdf.ts';
import type { FcrFacts, Layout } from './seed.ts';

const A4: [number, number] = [595, 842];
/** One grey pixel, stretched over the page: a scanned page has no text either. */
const greyPixelPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGO4AAAA6wDqxBSSrgAAAABJRU5ErkJggg==';

type Pen = { page: PDFPage; plain: PDFFont; bold: PDFFont };

export async function fcrPdf(layout: Layout, fcr: FcrFacts): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const day = new Date(fcr.date);
  document.setCreationDate(day);
  document.setModificationDate(day);
  const pen = {
    page: document.addPage(A4),
    plain: document.embedStandardFont(StandardFonts.Helvetica),
    bold: document.embedStandardFont(StandardFonts.HelveticaBold),
  };
  if (layout === 'scan') {
    const pixel = await document.embedPng(Buffer.from(greyPixelPng, 'base64'));
    pen.page.drawImage(pixel, { x: 20, y: 20, width: 555, height: 802 });
  } else {
    pen.page.drawText('SANDBOX', { x: 40, y: 806, size: 10, font: pen.bold, color: rgb(0.48, 0.12, 0.36) });
    draw[layout](pen, fcr);
  }
  return document.save({ useObjectStreams: false });
}

const draw = { form, boxes, prose };

/** Each label with its value beside it, two pairs to a line. */
function form({ page, plain, bold }: Pen, fcr: FcrFacts): void {
  page.drawText("FORWARDER'S CARGO RECEIPT", { x: 40, y: 780, size: 16, font: bold });
  const lines = [
    ['FCR No', fcr.number, 'FCR Date', fcr.date],
    ['SO No', fcr.so, 'PO No', fcr.po],
    ['Shipper', fcr.shipper, 'Consignee', fcr.consignee],
    ['Invoice No', fcr.invoice, 'EXP No', fcr.exp],
    ['Pieces', fcr.pieces, 'Cartons', fcr.cartons],
    ['Gross Weight (KG)', fcr.grossWeight, 'CBM', fcr.cbm],
    ['Port of Loading', fcr.loading, 'Port of Discharge', fcr.discharge],
    ['Vessel / Voyage', fcr.vessel, 'Freight Term', 'COLLECT'],
    ['Container No', fcr.container, 'Seal No', fcr.seal],
  ];
  const columns = [40, 150, 320, 430];
  lines.forEach((line, row) =>
    line.forEach((text, column) =>
      page.drawText(text, {
        x: columns[column] ?? 0,
        y: 740 - row * 20,
        size: 9,
        font: column % 2 === 0 ? plain : bold,
      }),
    ),
  );
}

/** An older layout: labels in capitals above their values. */
function boxes({ page, plain, bold }: Pen, fcr: FcrFacts): void {
  page.drawText("FORWARDER'S CARGO RECEIPT (F.C.R.)", { x: 40, y: 780, size: 14, font: bold });
  const lines: [string, string][][] = [
    [
      ['SHIPPER / EXPORTER', fcr.shipper],
      ['F.C.R. NO.', fcr.number],
    ],
    [
      ['CONSIGNEE', fcr.consignee],
      ['DATE OF ISSUE', fcr.date],
    ],
    [
      ['ORDER NO.', fcr.po],
      ['COMMERCIAL INVOICE NO.', fcr.invoice],
    ],
    [
      ['NO. OF PACKAGES', `${fcr.cartons} CTNS`],
      ['QUANTITY (PCS)', fcr.pieces],
    ],
    [
      ['GROSS WT. (KGS)', fcr.grossWeight],
      ['MEASUREMENT (CBM)', fcr.cbm],
    ],
    [
      ['PORT OF LOADING', fcr.loading],
      ['PORT OF DISCHARGE', fcr.discharge],
    ],
    [
      ['OCEAN VESSEL', fcr.vessel],
      ['CONTAINER', fcr.container],
    ],
    [
      ['BOOKING NO.', fcr.so],
      ['NOTIFY PARTY', 'SAME AS CONSIGNEE'],
    ],
  ];
  lines.forEach((line, row) =>
    line.forEach(([label, value], column) => {
      const x = column === 0 ? 40 : 300;
      const y = 740 - row * 36;
      page.drawText(label, { x, y, size: 7, font: plain });
      page.drawText(value, { x, y: y - 13, size: 10, font: bold });
    }),
  );
}

/** A layout that no parser knows. */
function prose({ page, plain }: Pen, fcr: FcrFacts): void {
  const lines = [
    'Cargo receipt',
    `We have received from ${fcr.shipper} for ${fcr.consignee} the goods of SO ${fcr.so},`,
    `being ${fcr.cartons} cartons of ${fcr.grossWeight} kg, in apparent good order, to be carried to Gothenburg.`,
  ];
  lines.forEach((line, row) => page.drawText(line, { x: 40, y: 780 - row * 16, size: 10, font: plain }));
}

export function invoicePdf(fcr: FcrFacts): Promise<Uint8Array> {
  return pairsPdf(
    'Commercial Invoice',
    [
      ['Invoice', fcr.invoice],
      ['Reference', fcr.so],
    ],
    fcr.date,
  );
}
