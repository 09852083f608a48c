/** Pages of the permit system behind its login. */
import { html } from 'hono/html';
import { page, type Html } from '#tests/sandbox/framework/html.ts';
import {
  checkBox,
  detailsView,
  dropDown,
  form,
  gridView,
  linkButton,
  submitButton,
  textBox,
  type GridItem,
  type View,
} from './aspnet.ts';
import {
  grouped,
  headerFields,
  isRequired,
  itemFields,
  requiredDocuments,
  shown,
  type FormField,
  type Kind,
} from './fields.ts';
import { FEE_BDT, type Application } from './seed.ts';

export type Visit = View & { mayWork: boolean; zone: string };

const root = '/bepza';
export const kindNames: Record<Kind, string> = { export: 'Export Permit', import: 'Import Permit' };
const kindChoices = Object.values(kindNames);

export const alertBox = (words: string): Html =>
  words ? html`<div class="alert" role="alert">${words}</div>` : html``;
const notice = (words: string): Html => (words ? html`<p role="status">${words}</p>` : html``);

export function frame({ mayWork, zone }: Pick<Visit, 'mayWork' | 'zone'>, title: string, body: Html): Html {
  return page(
    title,
    html`<nav>
        ${
          mayWork
            ? html`<a href="${root}/Export">Export Permit</a> <a href="${root}/Import">Import Permit</a>
                <a href="${root}/Applications">My Applications</a>
                <a href="${root}/Permits">Approved Permits</a>`
            : ''
        }
        <a href="${root}/Account/Logout">Logout</a> <span>Zone: ${zone}</span>
      </nav>
      <h1>${title}</h1>
      ${body}`,
  );
}

export const homePage = (visit: Visit): Html => frame(visit, 'BEPZA Online Permit System', html``);

export function kindPage(visit: Visit, kind: Kind): Html {
  const folder = kind === 'export' ? 'Export' : 'Import';
  const label = visit.changed ? 'Create application' : 'New';
  return frame(visit, kindNames[kind], html`<p><a href="${root}/${folder}/New">${label}</a></p>`);
}

export type Form = {
  kind: Kind;
  header: Record<string, string>;
  item: GridItem;
  items: readonly GridItem[];
  words: string;
};

const controlOf = ({ key, kind }: FormField): string => `${kind === 'choice' ? 'ddl' : 'txt'}${key}`;

function inputOf(visit: Visit, field: FormField, value: string | undefined): Html {
  const { label, choices } = field;
  return choices
    ? dropDown(visit, controlOf(field), label, { choices, value })
    : textBox(visit, controlOf(field), label, value ?? '');
}

export function formPage(visit: Visit, { kind, header, item, items, words }: Form): Html {
  const body = html`${alertBox(words)}
    <fieldset>
      <legend>Application</legend>
      ${headerFields[kind].map((field) => inputOf(visit, field, header[field.key]))}
    </fieldset>
    <fieldset>
      <legend>Items</legend>
      ${itemFields.map((field) => inputOf(visit, field, item[field.key]))}
      <p>${linkButton(visit, 'lnkAddItem', 'Add Item')}</p>
      ${itemGrid(visit, items)}
    </fieldset>
    ${submitButton(visit, 'btnSave', 'Save')}`;
  return frame(visit, `New ${kindNames[kind]}`, form(visit, body, { items }));
}

const itemGrid = (visit: Visit, items: readonly GridItem[]): Html =>
  gridView(
    visit,
    'gvItems',
    itemFields.map(({ label }) => label),
    items.map((item) => itemFields.map((field) => shown(field, item[field.key] ?? ''))),
  );

export type Search = Record<'kind' | 'applicationNo' | 'invoiceNo' | 'permitNo' | 'blNo', string>;

/** `found` is undefined before the first search. */
export function applicationsPage(visit: Visit, search: Search, found: Application[] | undefined): Html {
  const headings = [
    'Application No',
    'Permit Type',
    'Enterprise Code',
    'Invoice No',
    'Transport Document No',
    'Status',
    'Officer Remark',
  ];
  const rows = (found ?? []).map(({ no, kind, header, status, remark }) => [
    html`<a href="${root}/Applications/${no}">${no}</a>`,
    kindNames[kind],
    header['EnterpriseCode'] ?? '',
    header['InvoiceNo'] ?? '',
    header['TransportDocNo'] ?? '',
    status,
    remark,
  ]);
  const body = html`${found?.length === 0 ? alertBox('No application found.') : ''}
  ${dropDown(visit, 'ddlKind', 'Permit Type', { choices: kindChoices, value: search.kind })}
  ${textBox(visit, 'txtApplicationNo', 'Application No', search.applicationNo)}
  ${textBox(visit, 'txtInvoiceNo', 'Invoice No', search.invoiceNo)}
  ${submitButton(visit, 'btnSearch', 'Search')}
  ${rows.length > 0 ? gridView(visit, 'gvApplications', headings, rows) : ''}`;
  return frame(visit, 'My Applications', form(visit, body));
}

export function applicationPage(visit: Visit, application: Application, words: string): Html {
  const { no, items, kind, status } = application;
  const steps =
    status === 'DRAFT'
      ? html`<a class="button" href="${root}/Applications/${no}/Papers">Papers</a>
          <a class="button" href="${root}/Applications/${no}/Submit">Submit to Zone</a>`
      : '';
  return frame(
    visit,
    `${kindNames[kind]} application`,
    html`${notice(words)} ${detailsView(visit, 'dvApplication', factsOf(application))}
      ${itemGrid(visit, items)}
      <p><a class="button" href="${root}/Applications/${no}/Print.pdf">Print Application</a> ${steps}</p>`,
  );
}

export function factsOf(application: Application): [label: string, value: string][] {
  const { no, kind, zone, header, items, status, submittedAt, receiptNo, remark, note, permitNo } =
    application;
  const net = items.reduce((total, item) => total + Math.round(Number(item['NetWeight']) * 1000), 0) / 1000;
  return [
    ['Application No', no],
    ['Zone', zone],
    ...headerFields[kind].map((field): [string, string] => [
      field.label,
      shown(field, header[field.key] ?? ''),
    ]),
    ['Total Net Weight (kg)', grouped(String(net))],
    ['Status', status],
    ['Fee (BDT)', FEE_BDT],
    ['Submitted At', submittedAt],
    ['Receipt No', receiptNo],
    ['Remarks', note],
    ['Officer Remark', remark],
    ['Permit No', permitNo],
  ];
}

export function documentsPage(visit: Visit, application: Application, words: string): Html {
  const { no, kind, header, papers: given } = application;
  const rows = requiredDocuments[kind].map((paper) => [
    paper,
    isRequired(kind, header['PermitType'] ?? '', paper) ? 'Yes' : 'No',
    given[paper] ?? '',
    given[paper] ? 'Received' : 'Missing',
  ]);
  const body = html`${alertBox(words)}
    ${gridView(visit, 'gvPapers', ['Paper', 'Required', 'File', 'Status'], rows)}
    ${dropDown(visit, 'ddlPaper', 'Type of Paper', { choices: requiredDocuments[kind] })}
    ${textBox(visit, 'fuPaper', 'File to Upload', '', 'file')} ${submitButton(visit, 'btnUpload', 'Upload')}
    <p><a href="${root}/Applications/${no}/Submit">Submit to Zone</a></p>`;
  return frame(visit, `Papers of ${no}`, form(visit, body, { isUpload: true }));
}

export function submitPage(visit: Visit, application: Application, words: string): Html {
  const { no } = application;
  const facts: [string, string][] = [
    ['Application No', no],
    ['Fee (BDT)', FEE_BDT],
  ];
  const question = `A fee of BDT ${FEE_BDT} is taken from the deposit. Continue?`;
  const body = html`${alertBox(words)} ${detailsView(visit, 'dvFee', facts)}
  ${checkBox(visit, 'chkUndertaking', 'I accept the undertaking')} ${textBox(visit, 'txtRemarks', 'Remarks')}
  ${submitButton(visit, 'btnSubmit', 'Submit', question)}`;
  return frame(visit, `Submit ${no}`, form(visit, body));
}

export function permitsPage(visit: Visit, search: Search, found: Application[] | undefined): Html {
  const headings = [
    'Permit No',
    'Application No',
    'Invoice No',
    'Approved At',
    'Valid Till',
    'Status',
    'Officer Remark',
    'Permit',
  ];
  const rows = (found ?? []).map(({ permitNo, no, header, approvedAt, validTill, status, remark }) => [
    permitNo,
    no,
    header['InvoiceNo'] ?? '',
    approvedAt,
    validTill,
    status,
    remark,
    html`<a href="${root}/Permits/${permitNo}.pdf">Print ${permitNo}</a>`,
  ]);
  const body = html`${found?.length === 0 ? alertBox('No permit found.') : ''}
  ${dropDown(visit, 'ddlKind', 'Permit Type', { choices: kindChoices, value: search.kind })}
  ${textBox(visit, 'txtApplicationNo', 'Application No', search.applicationNo)}
  ${textBox(visit, 'txtPermitNo', 'Permit No', search.permitNo)}
  ${textBox(visit, 'txtInvoiceNo', 'Invoice No', search.invoiceNo)}
  ${textBox(visit, 'txtBlNo', 'B/L No', search.blNo)} ${submitButton(visit, 'btnSearch', 'Search')}
  ${rows.length > 0 ? gridView(visit, 'gvPermits', headings, rows) : ''}`;
  return frame(visit, 'Approved Permits', form(visit, body));
}
