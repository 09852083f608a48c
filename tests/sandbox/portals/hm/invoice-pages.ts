/** Pages of the supplier portal that show, create and correct e-invoices. */
import { html } from 'hono/html';
import { factTable, listTable, type Html } from '#tests/sandbox/framework/html.ts';
import { amountCents, amountText, invoiceId, totalCents, type InvoiceFilter } from './book.ts';
import { hasPdf, hasXml } from './documents.ts';
import { lineFields, type Field } from './fields.ts';
import { alert, input, inside, type Visit } from './pages.ts';
import { lineName, priceText, type Invoice, type InvoiceLine, type Order, type OrderLine } from './seed.ts';

export const addressOf = (no: string): string => `/hm/invoices/${encodeURIComponent(no)}`;
const notice = (words: string): Html | '' => (words ? html`<div role="status">${words}</div>` : '');

const listHeadings = [
  'Invoice No',
  'Invoice Id',
  'Order No',
  'Status',
  'Version',
  'Invoice Date',
  'Amount',
  'Currency',
  'Payment Date',
  'Documents',
];

type Listed = { invoices: readonly Invoice[]; next: string | null };

export function invoicesPage(visit: Visit, filter: InvoiceFilter, listed: Listed | undefined): Html {
  const { changed } = visit;
  const rows = listed?.invoices.map((invoice) => [
    html`<a href="${addressOf(invoice.no)}">${invoice.no}</a>`,
    invoice.status === 'DRAFT' ? '' : invoiceId(invoice),
    invoice.orderNo,
    invoice.status,
    String(invoice.version),
    invoice.date,
    amountText(totalCents(invoice)),
    invoice.currency,
    invoice.paidOn,
    documentLinks(invoice, invoice.no),
  ]);
  return inside(
    'Invoices',
    visit,
    html`<p><a class="button" href="/hm/invoices/new">${changed ? 'Make' : 'Create'}</a></p>
      <form method="get" action="/hm/invoices">
        ${changed ? input('number', 'Number') : input('invoice_no', 'Invoice No', filter.invoiceNo)}
        ${input('order_no', 'Order No', filter.orderNo)} ${input('date_from', 'Date From', filter.from)}
        ${input('date_to', 'Date To', filter.to)}
        <button type="submit">Search</button>
      </form>
      ${rows?.length === 0 ? alert('No invoices found.') : ''}
      ${rows && rows.length > 0 ? listTable(changed ? 'list' : 'invoices', listHeadings, rows) : ''}
      ${listed?.next ? html`<p><a href="${listed.next}">Next page</a></p>` : ''}`,
  );
}

function documentLinks({ no, status }: Invoice, name: string): Html {
  return html`${hasPdf(status) ? html`<a href="${addressOf(no)}.pdf">PDF ${name}</a>` : ''}
  ${hasXml(status) ? html`<a href="${addressOf(no)}.xml">XML ${name}</a>` : ''}`;
}

const lineHeadings = ['Market', 'Article', ...lineFields.map(({ label }) => label), 'Amount'];

export function invoicePage(visit: Visit, invoice: Invoice, done: string): Html {
  const facts: [string, string][] = [
    ['Invoice No', invoice.no],
    ['Invoice Id', invoiceId(invoice)],
    ['Status', invoice.status],
    ['Version', String(invoice.version)],
    ['Order No', invoice.orderNo],
    ['Invoice Date', invoice.date],
    ['Currency', invoice.currency],
    ['REX No', invoice.rexNo],
    ['Total Amount', amountText(totalCents(invoice))],
    ['Payment Date', invoice.paidOn],
  ];
  const lines = invoice.lines.map((line) => [
    line.market,
    line.article,
    ...lineFields.map(({ name }) => line.texts[name] ?? ''),
    amountText(amountCents(line)),
  ]);
  const { changed } = visit;
  return inside(
    `Invoice ${invoice.no}`,
    visit,
    html`${notice(done)} ${factTable(changed ? 'facts' : 'invoice', facts)}
      ${listTable(changed ? 'items' : 'lines', lineHeadings, lines)}
      <p>
        ${hasPdf(invoice.status) ? html`<a class="button" href="${addressOf(invoice.no)}.pdf">Download PDF</a>` : ''}
        ${hasXml(invoice.status) ? html`<a class="button" href="${addressOf(invoice.no)}.xml">Download XML</a>` : ''}
        <a class="button" href="${addressOf(invoice.no)}/correct">Correct</a>
      </p>`,
  );
}

/** The order search, and the order's lines to choose from. */
export function newPage(
  visit: Visit,
  { searched, words, order }: { searched: string; words: string; order?: Order | undefined },
): Html {
  const { changed } = visit;
  return inside(
    'Create invoice',
    visit,
    html`${alert(words)}
      <form method="get" action="/hm/invoices/new">
        ${changed ? input('ref', 'Reference') : input('order_no', 'Order No', searched)}
        <button type="submit">Find order</button>
      </form>
      ${order ? choiceForm(order, [], { action: '/hm/invoices/new', isNew: true, changed }) : ''}`,
  );
}

export function linesPage(visit: Visit, invoice: Invoice, order: Order): Html {
  const action = `${addressOf(invoice.no)}/lines`;
  const chosen = invoice.lines.map(lineName);
  return inside(
    `Lines of invoice ${invoice.no}`,
    visit,
    choiceForm(order, chosen, { action, isNew: false, changed: visit.changed }),
  );
}

function choiceForm(
  order: Order,
  chosen: readonly string[],
  { action, isNew, changed }: { action: string; isNew: boolean; changed: boolean },
): Html {
  const box = (line: OrderLine): Html => {
    const name = lineName(line);
    const id = `line-${name.replace(/\W/g, '-')}`;
    return html`<input
        type="checkbox"
        name="line"
        value="${name}"
        id="${id}"
        ${chosen.includes(name) ? 'checked' : ''}
      /><label for="${id}">${name}</label>`;
  };
  const rows = order.lines.map((line) => [
    box(line),
    line.colour,
    line.country,
    String(line.quantity),
    `${priceText(line.price)} ${order.currency}`,
  ]);
  return html`<form method="post" action="${action}">
    <input type="hidden" name="order_no" value="${order.no}" />
    ${isNew ? input('invoice_no', 'Invoice No') : ''}
    ${listTable('order-lines', ['Line', 'Colour', 'Country', 'Ordered', 'Price'], rows)}
    <button type="submit">${changed ? 'Go on' : isNew ? 'Create draft' : 'Save lines'}</button>
  </form>`;
}

function control(prefix: string, { name, label, choices }: Field, value: string, changed: boolean): Html {
  const id = `${prefix}${name}`;
  const shown = changed ? `${label} (new)` : label;
  if (!choices) return input(id, shown, value);
  return html`<p>
    <label for="${id}">${shown}</label
    ><select id="${id}" name="${id}">
      ${['', ...choices].map(
        (choice) => html`<option value="${choice}" ${choice === value ? 'selected' : ''}>${choice}</option>`,
      )}
    </select>
  </p>`;
}

function lineGroups(invoice: Invoice, fields: readonly Field[], changed: boolean): Html {
  const group = (line: InvoiceLine, index: number): Html =>
    html`<fieldset>
      <legend>${lineName(line)}</legend>
      ${fields.map((field) => control(`${index}.`, field, line.texts[field.name] ?? '', changed))}
    </fieldset>`;
  return html`${invoice.lines.map(group)}`;
}

export function draftPage(visit: Visit, draft: Invoice, checked: readonly string[] | null): Html {
  const { changed } = visit;
  const address = addressOf(draft.no);
  const mayBeSubmitted = draft.validated && (checked ?? []).length === 0;
  return inside(
    `Draft of invoice ${draft.no}`,
    visit,
    html`<p>Order No: <span id="order-no">${draft.orderNo}</span></p>
      ${(checked ?? []).map(alert)} ${checked?.length === 0 ? notice('Validation passed.') : ''}
      <p><a class="button" href="${address}/lines">Change lines</a></p>
      <form method="post" action="${address}/validate">
        ${input('invoice_date', changed ? 'Day' : 'Invoice Date', draft.date)}
        ${control('', { name: 'currency', label: 'Currency', choices: ['USD', 'EUR'] }, draft.currency, changed)}
        ${input('rex_no', 'REX No', draft.rexNo)} ${lineGroups(draft, lineFields, changed)}
        <button type="submit">${changed ? 'Check' : 'Validate'}</button>
      </form>
      ${
        mayBeSubmitted
          ? html`<form method="post" action="${address}/submit"><button type="submit">Submit</button></form>`
          : ''
      }`,
  );
}

export function correctPage(visit: Visit, invoice: Invoice, words: readonly string[], isOpen: boolean): Html {
  const { changed } = visit;
  const fields = lineFields.filter(({ isCorrectable }) => isCorrectable);
  const form = html`<form method="post" action="${addressOf(invoice.no)}/correct">
    ${input('invoice_date', changed ? 'Day' : 'Invoice Date', invoice.date)}
    ${lineGroups(invoice, fields, changed)} ${input('reason', 'Reason')}
    <button type="submit">${changed ? 'Send' : 'Resubmit'}</button>
  </form>`;
  return inside(`Correct invoice ${invoice.no}`, visit, html`${words.map(alert)} ${isOpen ? form : ''}`);
}
