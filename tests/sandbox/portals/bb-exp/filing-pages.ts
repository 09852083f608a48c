/** Forms of the EXP portal that file something, and the list by date and invoice. */
import { html } from 'hono/html';
import type { Html } from '#tests/sandbox/framework/html.ts';
import { amount, date, expNumber, number } from './fields.ts';
import type { Item, Texts } from './items.ts';
import { alert, form, inside, item, PAGE, submitLink, urlOf, type Search, type Visit } from './pages.ts';
import type { Exp } from './seed.ts';

type FormPage = (typeof PAGE)['issue' | 'correction' | 'duplicate'];

/** What the page says about the last filing: the portal's refusal, or what was processed. */
export type Said = { words: string; isProcessed: boolean; exp?: Exp };

function said(visit: Visit, { words, isProcessed, exp }: Said): Html {
  if (!isProcessed) return html`${alert(words)}`;
  const items = exp && { P93_AD_CODE: exp.adCode, P93_SERIAL: exp.serial, P93_YEAR: exp.year };
  return html`<div class="t-Alert t-Alert--success" role="alert">${words}</div>
    ${items ? html`<p><a class="button" href="${urlOf(PAGE.report, visit.session, items)}">Print EXP</a></p>` : ''}`;
}

function control(page: FormPage, { changed }: Visit, texts: Texts) {
  return ({ name, label, choices }: Item): Html => {
    const id = changed ? `R${page}_${name}` : `P${page}_${name}`;
    const shown = changed ? `${label} (new)` : label;
    const value = texts[name] ?? '';
    if (!choices) return item(id, shown, 'text', value);
    return html`<p>
      <label for="${id}">${shown}</label
      ><select id="${id}" name="${id}">
        ${['', ...choices].map(
          (choice) =>
            html`<option value="${choice}" ${choice === value ? 'selected' : ''}>${choice}</option>`,
        )}
      </select>
    </p>`;
  };
}

const back = (visit: Visit): Html =>
  html`<a class="button" href="${urlOf(PAGE.home, visit.session)}">Back</a>`;

export function issuePage(visit: Visit, items: readonly Item[], words: Said | undefined): Html {
  const fields = html`${items.map(control(PAGE.issue, visit, {}))}
  ${submitLink(visit.changed ? 'File' : 'Create', 'CREATE')} ${back(visit)}`;
  const body = html`${words ? said(visit, words) : ''} ${form(PAGE.issue, visit.session, fields)}`;
  return inside('EXP Issue', visit, body);
}

/** The form of an EXP that was searched for on the page itself. */
export type FilingForm = {
  page: typeof PAGE.correction | typeof PAGE.duplicate;
  title: string;
  submit: string;
  items: readonly Item[];
};

export function formOfExp(
  visit: Visit,
  { page, title, submit, items }: FilingForm,
  given: { search: Search; said?: Said | undefined; exp?: Exp | undefined; texts?: Texts },
): Html {
  const { search, exp, texts = {} } = given;
  const { changed } = visit;
  const parts = html`${item(`P${page}_AD_CODE`, changed ? 'Dealer' : 'AD Code', 'text', search.adCode)}
  ${item(`P${page}_SERIAL`, changed ? 'Number' : 'EXP Serial', 'text', search.serial)}
  ${item(`P${page}_YEAR`, changed ? 'Period' : 'EXP Year', 'text', search.year)}
  ${submitLink('Search', 'SEARCH')} ${back(visit)}`;
  const fields =
    exp &&
    html`<h2>EXP ${expNumber(exp)}</h2>
      ${items.map(control(page, visit, texts))} ${submitLink(changed ? 'Save' : submit, 'APPLY')}`;
  const body = html`${given.said ? said(visit, given.said) : ''}
  ${form(page, visit.session, html`${parts}${fields ?? ''}`)}`;
  return inside(title, visit, body);
}

const listHeadings = [
  'EXP No',
  'EXP Date',
  'Exporter ERC',
  'Invoice No',
  'Invoice Date',
  'Currency',
  'Invoice Value',
  'Quantity',
  'Unit',
  'Status',
];

export type Listed = { exp: Exp; hasNumber: boolean };

export function listPage(visit: Visit, filter: Texts, listed: readonly Listed[] | undefined): Html {
  const { changed } = visit;
  const fields = html`${item('P95_INVOICE_NO', changed ? 'Reference' : 'Invoice No', 'text', filter['INVOICE_NO'])}
  ${item('P95_DATE_FROM', 'Date From', 'text', filter['DATE_FROM'])}
  ${item('P95_DATE_TO', 'Date To', 'text', filter['DATE_TO'])} ${submitLink('Search', 'SEARCH')}
  ${back(visit)}`;
  const body = html`${form(PAGE.list, visit.session, fields)} ${listed ? listTable(changed, listed) : ''}`;
  return inside('EXP List', visit, body);
}

function listTable(changed: boolean, listed: readonly Listed[]): Html {
  if (listed.length === 0) return html`${alert('No data found.')}`;
  const cells = ({ exp, hasNumber }: Listed): string[] => [
    hasNumber ? expNumber(exp) : '',
    date(exp.expDate),
    exp.exporter.erc,
    exp.invoiceNo,
    date(exp.invoiceDate),
    exp.currency,
    amount(exp.invoiceValueCents),
    number(exp.quantity),
    exp.unit,
    hasNumber || exp.status === 'Draft' ? exp.status : 'Submitted to AD',
  ];
  return html`<table id="${changed ? 'R95' : 'EXP_LIST'}" aria-label="EXP List">
    <thead>
      <tr>
        ${listHeadings.map((heading) => html`<th>${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${listed.map(
        (entry) =>
          html`<tr>
            ${cells(entry).map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
