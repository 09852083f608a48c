/** Pages of the EPB export tracker: the list of SOO records, the form for a new one, one record, the importers. */
import { html } from 'hono/html';
import { factTable, page, type Html } from '#tests/sandbox/framework/html.ts';
import { CHARGE_BDT, countries, importers, REX_NO, type Soo } from './seed.ts';

export type Visit = { mayFile: boolean; changed: boolean };

const root = '/epb/rex';
const units = ['', 'PCS', 'DOZ', 'SET', 'PAIR', 'KGS', 'MTR'];
const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'SEK', 'CNY', 'INR', 'BDT'];

export function frame({ mayFile }: Pick<Visit, 'mayFile'>, body: Html) {
  return page(
    'EPB Export Tracker',
    html`<nav>
        ${mayFile ? html`<a href="${root}/soo">REX / SOO</a><a href="${root}/importers">Importers</a>` : ''}
        <a href="/epb/logout">Log out</a>
      </nav>
      ${body}`,
  );
}

export const alertBox = (words: string) => html`<p class="alert" role="alert">${words}</p>`;

/** 1234567.50 as 1,234,567.50 */
function grouped(number: string): string {
  return number.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
}

function countryLabel(id: string): string {
  const country = countries.find((candidate) => candidate.id === id);
  return country ? `${country.name} (${country.code})` : '';
}

export function listPage(visit: Visit, records: Soo[], invoice: string) {
  const { changed } = visit;
  const found = html`<table id="${changed ? 'records' : 'soo_list'}">
    <thead>
      <tr>
        <th>${changed ? 'No' : 'Record No'}</th>
        <th>Invoice No</th>
        <th>B/L No</th>
        <th>Invoice Value</th>
        <th>Status</th>
      </tr>
    </thead>
    <tbody>
      ${records.map(
        ({ id, invoiceNo, blNo, value, currency }) =>
          html`<tr>
            <td><a href="${root}/soo/${id}">${id}</a></td>
            <td>${invoiceNo}</td>
            <td>${blNo}</td>
            <td>${currency} ${grouped(value)}</td>
            <td>Recorded</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
  return frame(
    visit,
    html`<h1>Statements on origin</h1>
      <p><a class="button" href="${root}/soo/create">${changed ? 'New record' : 'Add'}</a></p>
      <form method="get" action="${root}/soo">
        <label for="invoice">${changed ? 'Number' : 'Invoice No'}</label>
        <input id="${changed ? 'q' : 'invoice'}" name="invoice" value="${invoice}" />
        <button type="submit">Search</button>
      </form>
      ${records.length > 0 ? found : alertBox('No record found.')}`,
  );
}

type Field = [name: keyof Soo, label: string, hint?: string];
const dateHint = 'DD/MM/YYYY';
const typed: Field[] = [
  ['blNo', 'B/L No'],
  ['invoiceNo', 'Invoice No'],
  ['value', 'Invoice Value'],
  ['invoiceDate', 'Invoice Date', dateHint],
  ['blDate', 'B/L Date', dateHint],
  ['hsCode', 'HS Code'],
  ['quantity', 'Quantity'],
  ['originCriterion', 'Origin Criterion'],
  ['rexNo', 'REX No'],
];

type Choice = { value: string; label: string };
const plain = (value: string): Choice => ({ value, label: value });

export function createPage(visit: Visit, token: Html, given: Partial<Soo>, words: string) {
  const name = (field: string): string => (visit.changed ? `new_${field}` : field);
  const called = (label: string): string => (visit.changed ? `${label} *` : label);
  const choice = (field: keyof Soo, label: string, choices: Choice[]) =>
    html`<p>
      <label for="${name(field)}">${called(label)}</label>
      <select id="${name(field)}" name="${field}">
        ${choices.map(
          ({ value, label: text }) =>
            html`<option value="${value}" ${given[field] === value ? 'selected' : ''}>${text}</option>`,
        )}
      </select>
    </p>`;
  const file = (field: string, label: string) =>
    html`<p>
      <label for="${name(field)}">${called(label)}</label>
      <input id="${name(field)}" name="${field}" type="file" accept="application/pdf" />
    </p>`;
  const choose: Choice = { value: '', label: 'Select' };
  return frame(
    visit,
    html`<h1>New statement on origin</h1>
      ${words ? alertBox(words) : ''}
      <form method="post" action="${root}/soo/create" enctype="multipart/form-data">
        ${token}
        ${choice('importerId', 'Importer', [
          choose,
          ...importers.map(({ id, name: label }) => ({ value: id, label })),
        ])}
        ${choice('countryId', 'Destination Country', [
          choose,
          ...countries.map(({ id }) => ({ value: id, label: countryLabel(id) })),
        ])}
        ${typed.map(
          ([field, label, hint = '']) =>
            html`<p>
              <label for="${name(field)}">${called(label)}</label>
              <input
                id="${name(field)}"
                name="${field}"
                placeholder="${hint}"
                value="${given[field] ?? (field === 'rexNo' ? REX_NO : '')}"
              />
            </p>`,
        )}
        ${choice('currency', 'Currency', currencies.map(plain))} ${choice('unit', 'Unit', units.map(plain))}
        ${file('invoicePdf', 'Invoice PDF')} ${file('blPdf', 'B/L PDF')}
        <button type="submit">Submit</button>
      </form>`,
  );
}

export function recordPage(visit: Visit, soo: Soo, isNew: boolean) {
  return frame(
    visit,
    html`<h1>${soo.id}</h1>
      ${isNew ? html`<p class="done" role="status">SOO recorded. Record No ${soo.id}.</p>` : ''}
      ${factTable(visit.changed ? 'facts' : 'soo', factsOf(soo))}
      <p><a class="button" href="${root}/soo/${soo.id}/receipt.pdf">Receipt</a></p>`,
  );
}

export function factsOf(soo: Soo): [label: string, value: string][] {
  const [invoice, bl] = soo.documents;
  return [
    ['Record No', soo.id],
    ['Importer ID', soo.importerId],
    ['Importer', importers.find(({ id }) => id === soo.importerId)?.name ?? ''],
    ['Country ID', soo.countryId],
    ['Destination Country', countryLabel(soo.countryId)],
    ['B/L No', soo.blNo],
    ['Invoice No', soo.invoiceNo],
    ['Invoice Value', grouped(soo.value)],
    ['Currency', soo.currency],
    ['Invoice Date', soo.invoiceDate],
    ['B/L Date', soo.blDate],
    ['HS Code', soo.hsCode],
    ['Quantity', soo.quantity && grouped(soo.quantity)],
    ['Unit', soo.unit],
    ['Origin Criterion', soo.originCriterion],
    ['REX No', soo.rexNo],
    ['Invoice PDF', invoice],
    ['B/L PDF', bl],
    ['Status', 'Recorded'],
    ['Charge (BDT)', CHARGE_BDT],
  ];
}

export function importersPage(visit: Visit) {
  return frame(
    visit,
    html`<h1>Importers</h1>
      <table id="importers">
        <tbody>
          ${importers.map(
            ({ id, name }) =>
              html`<tr>
                <td>${id}</td>
                <td>${name}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
  );
}
