/** The supplier portal's e-invoices: lists, drafts, submissions and corrections. */
import type { Context, Hono } from 'hono';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import type { User } from '#tests/sandbox/framework/users.ts';
import { filterInvoices, findInvoice, invoiceId, keepDraft, recordKey } from './book.ts';
import { hasPdf, hasXml, invoicePdf, invoiceXml } from './documents.ts';
import { lineFields } from './fields.ts';
import {
  addressOf,
  correctPage,
  draftPage,
  invoicePage,
  invoicesPage,
  linesPage,
  newPage,
} from './invoice-pages.ts';
import type { Visit } from './pages.ts';
import { complaints, refusalToCorrect, type Settings } from './rules.ts';
import { findOrder, lineName, prefilled, type Invoice, type InvoiceLine, type Order } from './seed.ts';

const LIST_PAGE = 10;
const NO_INVOICE = 'No invoices found.';

type Handler = (c: Context, user: User, visit: Visit) => Response | Promise<Response>;
/** Admits only users who are signed in and permitted. */
export type Guard = (handler: Handler) => (c: Context) => Response | Promise<Response>;
type Form = Record<string, string | undefined>;

const formOf = async (c: Context): Promise<Form> => (await c.req.parseBody()) as Form;
const today = (tools: PortalTools): string => tools.now().toISOString().slice(0, 10);
const settingsOf = (tools: PortalTools): Settings => tools.records()['settings'] ?? {};
const checkOf = (tools: PortalTools, invoice: Invoice): string[] =>
  complaints(invoice, today(tools), settingsOf(tools));

export function mountInvoices(app: Hono, tools: PortalTools, guard: Guard): void {
  const ofInvoice = (
    handler: (c: Context, invoice: Invoice, user: User, visit: Visit) => Response | Promise<Response>,
  ) =>
    guard((c, user, visit) => {
      // A POST is checked against what is stored; what is shown may lag behind it.
      const book = c.req.method === 'POST' ? tools : tools.asListed(c);
      const invoice = findInvoice(book, c.req.param('no') ?? '');
      return invoice ? handler(c, invoice, user, visit) : c.text(NO_INVOICE, 404);
    });
  app.get(
    '/invoices',
    guard((c, user, visit) => list(c, tools, user, visit)),
  );
  app.get(
    '/invoices/new',
    guard((c, _user, visit) => showNew(c, c.req.query('order_no') ?? '', visit)),
  );
  app.post(
    '/invoices/new',
    guard((c, _user, visit) => create(c, tools, visit)),
  );
  app.get(
    '/invoices/:file{.+\\.(pdf|xml)}',
    guard((c, user) => download(c, tools, user)),
  );
  app.get(
    '/invoices/:no',
    ofInvoice((c, invoice, _user, visit) => {
      if (invoice.status !== 'DRAFT') return c.html(invoicePage(visit, invoice, c.req.query('done') ?? ''));
      const checked = c.req.query('checked') === undefined ? null : checkOf(tools, invoice);
      return c.html(draftPage(visit, invoice, checked));
    }),
  );
  app.get(
    '/invoices/:no/lines',
    ofInvoice((c, invoice, _user, visit) => c.html(linesPage(visit, invoice, orderOf(invoice)))),
  );
  app.post(
    '/invoices/:no/lines',
    ofInvoice((c, invoice) => changeLines(c, tools, invoice)),
  );
  app.post(
    '/invoices/:no/validate',
    ofInvoice((c, invoice) => validate(c, tools, invoice)),
  );
  app.post(
    '/invoices/:no/submit',
    ofInvoice((c, invoice, user) => submit(c, tools, invoice, user)),
  );
  app.get(
    '/invoices/:no/correct',
    ofInvoice((c, invoice, _user, visit) => {
      const refusal = refusalToCorrect(invoice);
      return c.html(correctPage(visit, invoice, refusal ? [refusal] : [], refusal === undefined));
    }),
  );
  app.post(
    '/invoices/:no/correct',
    ofInvoice((c, invoice, user, visit) => correct(c, tools, { invoice, user, visit })),
  );
}

function orderOf({ orderNo }: Invoice): Order {
  const order = findOrder(orderNo);
  if (!order) throw new Error(`No order ${orderNo}.`);
  return order;
}

function list(c: Context, tools: PortalTools, user: User, visit: Visit): Response | Promise<Response> {
  const { invoice_no = '', order_no = '', date_from = '', date_to = '', page = '1' } = c.req.query();
  const filter = { invoiceNo: invoice_no, orderNo: order_no, from: date_from, to: date_to };
  if (!invoice_no && !order_no && !date_from && !date_to)
    return c.html(invoicesPage(visit, filter, undefined));
  const found = filterInvoices(tools.asListed(c), filter);
  const key = [invoice_no, order_no, date_from, date_to].filter(Boolean).join('|');
  tools.note({ kind: 'lookup', user: user.username, key, result: String(found.length) });
  const from = (Number(page) - 1) * LIST_PAGE;
  const query = new URLSearchParams({ ...c.req.query(), page: String(Number(page) + 1) });
  const next = from + LIST_PAGE < found.length ? `/hm/invoices?${query}` : null;
  return c.html(invoicesPage(visit, filter, { invoices: found.slice(from, from + LIST_PAGE), next }));
}

function showNew(c: Context, searched: string, visit: Visit, refusal = ''): Response | Promise<Response> {
  if (searched === '') return c.html(newPage(visit, { searched, words: refusal }));
  const order = findOrder(searched);
  if (!order) return c.html(newPage(visit, { searched, words: 'No order found.' }));
  if (order.status === 'Closed')
    return c.html(newPage(visit, { searched, words: `Order ${order.no} is closed.` }));
  return c.html(newPage(visit, { searched, words: refusal, order }));
}

/** The ticked lines; those that were in the invoice before keep what was typed. */
async function ticked(c: Context, order: Order, before: readonly InvoiceLine[]): Promise<InvoiceLine[]> {
  const { line = [] } = await c.req.parseBody({ all: true });
  const names = [line].flat().map(String);
  return order.lines
    .filter((candidate) => names.includes(lineName(candidate)))
    .map((chosen) => before.find((line) => lineName(line) === lineName(chosen)) ?? prefilled(chosen));
}

async function create(c: Context, tools: PortalTools, visit: Visit): Promise<Response> {
  const { order_no: orderNo = '', invoice_no: no = '' } = await formOf(c);
  const order = findOrder(orderNo);
  const refuse = (words: string) => showNew(c, orderNo, visit, words);
  if (!order) return refuse('No order found.');
  const lines = await ticked(c, order, []);
  if (no === '' || no.length > 16) return refuse('Invoice No must have 1 to 16 characters.');
  if (findInvoice(tools, no)) return refuse('Invoice No is already used.');
  if (lines.length === 0) return refuse('No line is chosen.');
  keepDraft(tools, {
    no,
    orderNo: order.no,
    date: '',
    currency: order.currency,
    rexNo: '',
    status: 'DRAFT',
    version: 0,
    validated: false,
    paidOn: '',
    lines,
  });
  return c.redirect(addressOf(no));
}

async function changeLines(c: Context, tools: PortalTools, draft: Invoice): Promise<Response> {
  if (draft.status !== 'DRAFT') return c.text('Invoice is already submitted.', 409);
  const lines = await ticked(c, orderOf(draft), draft.lines);
  keepDraft(tools, { ...draft, validated: false, lines });
  return c.redirect(addressOf(draft.no));
}

function withTexts(invoice: Invoice, form: Form): InvoiceLine[] {
  return invoice.lines.map((line, index) => {
    const typed = lineFields
      .map(({ name }) => [name, form[`${index}.${name}`]?.trim()])
      .filter(([, text]) => text !== undefined);
    return { ...line, texts: { ...line.texts, ...(Object.fromEntries(typed) as Record<string, string>) } };
  });
}

async function validate(c: Context, tools: PortalTools, draft: Invoice): Promise<Response> {
  if (draft.status !== 'DRAFT') return c.text('Invoice is already submitted.', 409);
  const form = await formOf(c);
  const changed: Invoice = {
    ...draft,
    date: form['invoice_date']?.trim() ?? '',
    currency: form['currency'] ?? '',
    rexNo: form['rex_no']?.trim() ?? '',
    lines: withTexts(draft, form),
  };
  keepDraft(tools, { ...changed, validated: checkOf(tools, changed).length === 0 });
  return c.redirect(`${addressOf(draft.no)}?checked=1`);
}

function submit(c: Context, tools: PortalTools, draft: Invoice, user: User): Response {
  if (draft.status !== 'DRAFT' || !draft.validated || checkOf(tools, draft).length > 0)
    return c.redirect(`${addressOf(draft.no)}?checked=1`);
  const submitted: Invoice = { ...draft, status: 'SUBMITTED', version: 1 };
  tools.commit(c, recordKey(draft.no), submitted, user.username, draft.no);
  const done = `Invoice submitted. Invoice id ${invoiceId(draft)}`;
  return c.redirect(`${addressOf(draft.no)}?${new URLSearchParams({ done })}`);
}

async function correct(
  c: Context,
  tools: PortalTools,
  { invoice, user, visit }: { invoice: Invoice; user: User; visit: Visit },
): Promise<Response> {
  const form = await formOf(c);
  const corrected: Invoice = {
    ...invoice,
    date: form['invoice_date']?.trim() ?? invoice.date,
    status: 'SUBMITTED',
    version: invoice.version + 1,
    lines: withTexts(invoice, form),
  };
  const changes = changedFields(invoice, corrected);
  const words = [
    refusalToCorrect(invoice) ?? '',
    ...checkOf(tools, corrected),
    (form['reason'] ?? '').trim().length < 5 ? 'Reason must have 5 characters or more.' : '',
    changes.length === 0 ? 'Nothing is changed.' : '',
  ].filter((refusal) => refusal !== '');
  if (words.length > 0) return c.html(correctPage(visit, corrected, words, true));
  tools.commit(c, recordKey(invoice.no), corrected, user.username, [invoice.no, ...changes].join('|'));
  const done = `Invoice resubmitted. Version ${corrected.version}`;
  return c.redirect(`${addressOf(invoice.no)}?${new URLSearchParams({ done })}`);
}

function changedFields(before: Invoice, after: Invoice): string[] {
  const fields = after.lines.flatMap((line, index) =>
    Object.keys(line.texts)
      .filter((name) => line.texts[name] !== before.lines[index]?.texts[name])
      .map((name) => `${lineName(line)} ${name}=${line.texts[name]}`),
  );
  return before.date === after.date ? fields : [`invoice_date=${after.date}`, ...fields];
}

async function download(c: Context, tools: PortalTools, user: User): Promise<Response> {
  const [, no = '', kind = ''] = /^(.+)\.(pdf|xml)$/.exec(c.req.param('file') ?? '') ?? [];
  const invoice = findInvoice(tools.asListed(c), no);
  const isOffered = invoice && (kind === 'pdf' ? hasPdf : hasXml)(invoice.status);
  if (!invoice || !isOffered) return c.text(NO_INVOICE, 404);
  tools.note({ kind: 'download', user: user.username, key: `${no}.${kind}` });
  if (kind === 'xml') return c.body(invoiceXml(invoice), 200, { 'content-type': 'application/xml' });
  return c.body(await invoicePdf(invoice), 200, { 'content-type': 'application/pdf' });
}
