/** Pages of the incentive desk: the list of claims, the steps of a new one, one claim. */
import { html } from 'hono/html';
import { factTable, page, type Html } from '#tests/sandbox/framework/html.ts';
import {
  certificateItems,
  currencies,
  findScheme,
  schemes,
  shipmentItems,
  type Calculation,
  type Claim,
  type Item,
  type Items,
  type SchemeCode,
} from './claims.ts';
import { exporterOf } from './seed.ts';

/** `root` is the desk's path; each bank has its own. */
export type Visit = { root: string; mayClaim: boolean; changed: boolean };

export function frame({ root, mayClaim }: Omit<Visit, 'changed'>, body: Html) {
  return page(
    'Cash incentive desk',
    html`<nav>
        ${mayClaim ? html`<a href="${root}/claims">Export incentive</a>` : ''}
        <a href="${root}/logout">Log out</a>
      </nav>
      ${body}`,
  );
}

export const alertBox = (words: string) => html`<p class="alert" role="alert">${words}</p>`;

/** 12345678 → 1,23,456.78, as banks in Bangladesh write it. */
function amount(hundredths: number): string {
  return new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(hundredths / 100);
}

export function listPage(visit: Visit, claims: readonly Claim[], exp: string) {
  const { changed } = visit;
  const table = html`<table id="${changed ? 'list' : 'claims'}">
    <thead>
      <tr>
        <th>Claim No</th>
        <th>${changed ? 'Type' : 'Scheme'}</th>
        <th>EXP No</th>
        <th>Invoice No</th>
        <th>Claim (BDT)</th>
        <th>Status</th>
      </tr>
    </thead>
    <tbody>
      ${claims.map(
        ({ no, scheme, items, calculation, status }) =>
          html`<tr>
            <td><a href="${visit.root}/claims/${no}">${no}</a></td>
            <td>${findScheme(scheme)?.label}</td>
            <td>${items['expNo']}</td>
            <td>${items['invoiceNo']}</td>
            <td>${amount(calculation.claimPoisha)}</td>
            <td>${status}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
  return frame(
    visit,
    html`<h1>Export incentive</h1>
      <p><a class="button" href="${visit.root}/claims/new">${changed ? 'Apply' : 'New claim'}</a></p>
      <form method="get" action="${visit.root}/claims">
        <label for="exp">${changed ? 'Number' : 'EXP No'}</label>
        <input id="${changed ? 'q' : 'exp'}" name="exp" value="${exp}" />
        <button type="submit">Search</button>
      </form>
      ${claims.length > 0 ? table : alertBox('No claim found.')}`,
  );
}

type Given = { scheme: SchemeCode | ''; items: Items; words: string };

/** The form of a step; the answers to earlier steps are sent along in it. */
function stepForm(visit: Visit, step: string, given: Given & { asked: readonly Item[] }, body: Html) {
  const { scheme, items, asked, words } = given;
  const shown = new Set(asked.map(({ name }) => name));
  const carried = Object.entries(items).filter(([name]) => !shown.has(name));
  return frame(
    visit,
    html`<h1>New claim</h1>
      ${words ? alertBox(words) : ''}
      <form method="post" action="${visit.root}/claims/new">
        <input type="hidden" name="step" value="${step}" />
        ${step === 'scheme' ? '' : html`<input type="hidden" name="scheme" value="${scheme}" />`}
        ${carried.map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}" />`)} ${body}
      </form>`,
  );
}

export function schemePage(visit: Visit, given: Given) {
  const id = visit.changed ? 'type' : 'scheme';
  return stepForm(
    visit,
    'scheme',
    { ...given, asked: [] },
    html`<p>
        <label for="${id}">${visit.changed ? 'Type' : 'Scheme'}</label>
        <select id="${id}" name="scheme">
          ${schemes.map(({ code, label }) => html`<option value="${code}">${label}</option>`)}
        </select>
      </p>
      <button type="submit">Next</button>`,
  );
}

function itemLine(visit: Visit, { name, label, kind }: Item, items: Items) {
  const id = visit.changed ? `x_${name}` : name;
  const title = visit.changed ? `${label}:` : label;
  const control =
    kind === 'currency'
      ? html`<select id="${id}" name="${name}">
          ${currencies.map(
            (code) =>
              html`<option ${items[name] === code ? 'selected' : ''} value="${code}">${code}</option>`,
          )}
        </select>`
      : html`<input
          id="${id}"
          name="${name}"
          value="${items[name] ?? ''}"
          placeholder="${kind === 'date' ? 'DD/MM/YYYY' : ''}"
        />`;
  return html`<tr>
    <td><label for="${id}">${title}</label></td>
    <td>${control}</td>
  </tr>`;
}

export function itemsPage(visit: Visit, step: 'shipment' | 'certificates', given: Given) {
  const asked = step === 'shipment' ? shipmentItems : certificateItems;
  return stepForm(
    visit,
    step,
    { ...given, asked },
    html`<table id="${visit.changed ? 'form' : step}">
        <tbody>
          ${asked.map((item) => itemLine(visit, item, given.items))}
        </tbody>
      </table>
      <button type="submit">${step === 'shipment' ? 'Next' : 'Calculate'}</button>`,
  );
}

function calculationFacts({ netFobCents, rateHundredths, claimCents, claimPoisha }: Calculation) {
  return [
    ['Net FOB', amount(netFobCents)],
    ['Rate (%)', (rateHundredths / 100).toFixed(2)],
    ['Claim (FC)', amount(claimCents)],
    ['Claim (BDT)', amount(claimPoisha)],
  ] as const;
}

export function calculationPage(visit: Visit, given: Given, calculation: Calculation) {
  const facts = calculationFacts(calculation);
  return stepForm(
    visit,
    'submit',
    { ...given, asked: [] },
    html`${factTable(visit.changed ? 'sums' : 'calculation', facts)} <button type="submit">Submit</button>`,
  );
}

export function factsOf(claim: Claim): (readonly [label: string, value: string])[] {
  const { no, account, scheme, items, calculation, day, status } = claim;
  return [
    ['Claim No', no],
    ['Claim Date', day.split('-').toReversed().join('/')],
    ['Exporter', exporterOf(account)],
    ['Scheme', findScheme(scheme)?.label ?? ''],
    ...[...shipmentItems, ...certificateItems].map(
      ({ name, label, kind }) => [label, shownItem(kind, items[name] ?? '')] as const,
    ),
    ...calculationFacts(calculation),
    ['Status', status],
  ];
}

/** Formats numbers with digit groups and at least two decimals. */
function shownItem(kind: Item['kind'], text: string): string {
  if (kind !== 'number' || text === '') return text;
  return new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(
    Number(text),
  );
}

export function claimPage(visit: Visit, claim: Claim, isNew: boolean) {
  return frame(
    visit,
    html`<h1>Claim ${claim.no}</h1>
      ${isNew ? html`<p role="status">The claim is submitted. Claim No ${claim.no}.</p>` : ''}
      ${factTable(visit.changed ? 'facts' : 'claim', factsOf(claim))}
      <p><a class="button" href="${visit.root}/claims/${claim.no}.pdf">Print claim</a></p>`,
  );
}
