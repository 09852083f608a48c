/** Forwarder's cargo receipts in the shipper's application: list by booking, request, draft as PDF. */
import type { Hono } from 'hono';
import { html } from 'hono/html';
import { factTable, listTable, type Html } from '#tests/sandbox/framework/html.ts';
import { pairsPdf } from '#tests/sandbox/framework/pdf.ts';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import { allReceipts, findBooking, newReceiptNo } from './book.ts';
import { alert, choice, input, shipperPage, type Guard, type Visit } from './pages.ts';
import { refusalOfReceipt, refusalOfReceiptTexts } from './rules.ts';
import type { Booking, Receipt, ReceiptTexts } from './seed.ts';

const base = '/ShipperPortalWeb';
const choices: Readonly<Record<string, readonly string[]>> = {
  freight: ['', 'COLLECT', 'PREPAID'],
  originals: ['', '1', '2', '3'],
};
const fields: readonly (readonly [name: string, label: string])[] = [
  ['invoiceNo', 'Invoice No'],
  ['invoiceDate', 'Invoice Date'],
  ['expNo', 'EXP No'],
  ['expDate', 'EXP Date'],
  ['contractNo', 'Contract No'],
  ['shipper', 'Shipper'],
  ['consignee', 'Consignee'],
  ['notify', 'Notify Party'],
  ['cartons', 'Cartons'],
  ['pieces', 'Pieces'],
  ['weight', 'Gross Weight'],
  ['measurement', 'Measurement'],
  ['freight', 'Freight Term'],
  ['originals', 'Originals'],
];

export function mountReceipts(app: Hono, tools: PortalTools, guard: Guard): void {
  app.get(
    `${base}/FcrAction.action`,
    guard((visit) => {
      const so = visit.c.req.query('fcr_SO_No')?.trim();
      if (so === undefined) return visit.c.html(listPage(visit, '', undefined, []));
      const listed = tools.asListed(visit.c);
      const booking = findBooking(listed, so);
      const found = allReceipts(listed).filter((receipt) => receipt.so === so);
      tools.note({ kind: 'lookup', user: visit.user.username, key: so, result: String(found.length) });
      return visit.c.html(listPage(visit, so, booking, found));
    }),
  );
  app.get(
    `${base}/CreateFcrAction.action`,
    guard((visit) => {
      const booking = findBooking(tools.asListed(visit.c), visit.c.req.query('so') ?? '');
      if (!booking) return visit.c.text('No shipping order found.', 404);
      const words = refusalOfReceipt(booking);
      return visit.c.html(createPage(visit, booking, {}, { words, isOpen: words === '' }));
    }),
  );
  app.post(
    `${base}/CreateFcrAction.action`,
    guard((visit) => create(visit, tools)),
  );
  app.get(
    `${base}/FcrDetailAction.action`,
    guard((visit) => {
      const { no = '', created } = visit.c.req.query();
      const receipt = allReceipts(tools.asListed(visit.c)).find((each) => each.no === no);
      if (!receipt) return visit.c.text('No FCR found.', 404);
      return visit.c.html(detailPage(visit, receipt, created ? `FCR ${no} submitted successfully` : ''));
    }),
  );
  app.get(
    `${base}/fcr/:file`,
    guard(async ({ c, user }) => {
      const no = (c.req.param('file') ?? '').replace(/\.pdf$/, '');
      const receipt = allReceipts(tools.asListed(c)).find((each) => each.no === no);
      if (!receipt) return c.text('No FCR found.', 404);
      tools.note({ kind: 'download', user: user.username, key: no });
      const day = receipt.texts['invoiceDate'] ?? '';
      const bytes = await pairsPdf(`FCR ${no} (draft)`, factsOf(receipt), day);
      return c.body(bytes, 200, { 'content-type': 'application/pdf' });
    }),
  );
}

async function create(visit: Visit, tools: PortalTools): Promise<Response> {
  const { c, user } = visit;
  const body = await c.req.parseBody<Record<string, string>>();
  const booking = findBooking(tools, body['so'] ?? '');
  if (!booking) return c.text('No shipping order found.', 404);
  const texts = Object.fromEntries(fields.map(([name]) => [name, (body[name] ?? '').trim()]));
  const words = refusalOfReceipt(booking) || refusalOfReceiptTexts(booking, texts);
  if (words) return c.html(createPage(visit, booking, texts, { words, isOpen: true }));
  const { so } = booking;
  const invoiceNo = texts['invoiceNo'] ?? '';
  const no = newReceiptNo(tools, so, invoiceNo);
  const receipt: Receipt = { no, so, status: 'DRAFT', texts };
  tools.commit(c, `fcr ${no}`, receipt, user.username, `${so}|${invoiceNo}`);
  return c.redirect(`/damco${base}/FcrDetailAction.action?no=${no}&created=1`, 303);
}

const headings = ['FCR No', 'SO No', 'Invoice No', 'Status'];

function listPage(visit: Visit, so: string, booking: Booking | undefined, found: readonly Receipt[]): Html {
  const { changed } = visit;
  const rows = found.map(({ no, status, texts }) => [
    html`<a href="/damco${base}/FcrDetailAction.action?no=${no}">${no}</a>`,
    so,
    texts['invoiceNo'] ?? '',
    status,
  ]);
  return shipperPage(
    'FCR/HBL',
    visit,
    html`${so && !booking ? alert('No shipping order found.') : ''}
      <form method="get" action="/damco${base}/FcrAction.action">
        ${changed ? input('ref', 'Reference') : input('fcr_SO_No', 'SO No', so)}
        <button type="submit" id="searchFcrBtn">Search</button>
      </form>
      ${
        booking
          ? html`${listTable(changed ? 'list' : 'fcrTable', headings, rows)}
              <p><a href="/damco${base}/CreateFcrAction.action?so=${so}">Create FCR</a></p>`
          : ''
      }`,
  );
}

function createPage(
  visit: Visit,
  booking: Booking,
  texts: ReceiptTexts,
  { words, isOpen }: { words: string; isOpen: boolean },
): Html {
  const control = ([name, label]: readonly [string, string]): Html => {
    const shown = visit.changed ? `${label} (new)` : label;
    const options = choices[name];
    return options ? choice(name, shown, options, texts[name]) : input(name, shown, texts[name]);
  };
  const form = html`<form method="post" action="/damco${base}/CreateFcrAction.action">
    <input type="hidden" name="so" value="${booking.so}" />
    ${fields.map(control)}
    <button type="submit">${visit.changed ? 'Send' : 'Submit'}</button>
  </form>`;
  return shipperPage(`Create FCR of ${booking.so}`, visit, html`${alert(words)} ${isOpen ? form : ''}`);
}

function factsOf({ no, so, status, texts }: Receipt): [string, string][] {
  return [
    ['FCR No', no],
    ['SO No', so],
    ['Status', status],
    ...fields.map(([name, label]) => [label, texts[name] ?? ''] as [string, string]),
  ];
}

function detailPage(visit: Visit, receipt: Receipt, done: string): Html {
  const { changed } = visit;
  return shipperPage(
    `FCR ${receipt.no}`,
    visit,
    html`${done ? html`<div role="status" id="${changed ? 'done' : 'MsgDivId'}">${done}</div>` : ''}
      ${factTable(changed ? 'facts' : 'fcrDetail', factsOf(receipt))}
      <p><a href="/damco${base}/fcr/${receipt.no}.pdf">Draft PDF</a></p>`,
  );
}
