/** Pages of the supplier portal: sign-in in two steps, orders and their packing lists. */
import { html } from 'hono/html';
import { listTable, page, type Html } from '#tests/sandbox/framework/html.ts';
import { cartonRanges, type Order } from './seed.ts';

/** `changed` selects another layout of the same page, with other ids and words. */
type Layout = { changed: boolean };
export type Visit = Layout & { mayWork: boolean };

export const alert = (words: string): Html | '' =>
  words ? html`<div class="alert" role="alert">${words}</div>` : '';

export const input = (name: string, label: string, value = '', type = 'text'): Html =>
  html`<p>
    <label for="${name}">${label}</label
    ><input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off" />
  </p>`;

type SignInStep = { title: string; action: string; words: string; button: string };

export function signInPage({ title, action, words, button }: SignInStep, fields: Html): Html {
  return page(
    `Supplier Portal: ${title}`,
    html`<h1>${title}</h1>
      ${alert(words)}
      <form method="post" action="${action}">${fields}<button type="submit">${button}</button></form>`,
  );
}

/** Every page behind the sign-in carries the menu; for a user without permission the menu has no entries. */
export function inside(title: string, { mayWork, changed }: Visit, body: Html): Html {
  const entries = html`<a href="/hm/orders">Orders</a> <a href="/hm/invoices">Invoices</a>`;
  return page(
    `Supplier Portal: ${title}`,
    html`<nav>
        ${mayWork ? entries : ''}
        <a href="/hm/signout">${changed ? 'Leave' : 'Sign out'}</a>
      </nav>
      <h1>${title}</h1>
      ${body}`,
  );
}

export const homePage = (visit: Visit): Html =>
  inside('Welcome', visit, html`<p>Orders, e-invoices and packing lists of your company.</p>`);

export function ordersPage(visit: Visit, searched: string, found: readonly Order[] | undefined): Html {
  const { changed } = visit;
  const rows = found?.map(({ no, productNo, productName, season, orderedOn, status }) => [
    no,
    productNo,
    productName,
    season,
    orderedOn,
    status,
    html`<a href="/hm/orders/${no}/packing-lists">${changed ? 'Packages' : 'Packing lists'}</a>`,
  ]);
  const headings = ['Order No', 'Product No', 'Product Name', 'Season', 'Date of Order', 'Status', ''];
  return inside(
    'Orders',
    visit,
    html`<form method="get" action="/hm/orders">
        ${changed ? input('ref', 'Reference') : input('order_no', 'Order No', searched)}<button type="submit">
          Search
        </button>
      </form>
      ${rows?.length === 0 ? alert('No orders found.') : ''}
      ${rows && rows.length > 0 ? listTable('orders', headings, rows) : ''}`,
  );
}

export type ListedPackingList = { market: string; invoiceNo: string; isReleased: boolean };

export function packingListsPage(
  visit: Visit,
  order: Order,
  filter: { market: string; invoiceNo: string; lists: readonly ListedPackingList[] },
): Html {
  const { changed } = visit;
  const address = `/hm/orders/${order.no}/packing-lists`;
  const rows = filter.lists.map(({ market, invoiceNo, isReleased }) => [
    market,
    invoiceNo,
    isReleased ? 'Released' : 'Not released',
    isReleased ? html`<a href="${address}/${encodeURIComponent(market)}">Open ${market}</a>` : '',
  ]);
  return inside(
    `Packing lists of order ${order.no}`,
    visit,
    html`<form method="get" action="${address}">
        ${changed ? input('region', 'Region') : input('market', 'Planning Market', filter.market)}
        ${input('invoice_no', 'Invoice No', filter.invoiceNo)}<button type="submit">Filter</button>
      </form>
      ${rows.length === 0 ? alert('No packing lists found.') : ''}
      ${
        rows.length > 0
          ? listTable(changed ? 'pl' : 'packing-lists', ['Market', 'Invoice No', 'Status', ''], rows)
          : ''
      }`,
  );
}

const rangeHeadings = [
  'Article',
  'Colour',
  'Assortment',
  'From',
  'To',
  'Cartons',
  'Pcs per Carton',
  'Sizes',
  'Total Pcs',
  'Gross (kg)',
  'Net (kg)',
  'CBM',
];

export function packingListPage(visit: Visit, order: Order, market: string): Html {
  const rows = cartonRanges(order, market).map((range) => [
    range.article,
    range.colour,
    range.assortment,
    String(range.from),
    String(range.to),
    String(range.to - range.from + 1),
    String(range.perCarton),
    range.sizes,
    range.pieces.toLocaleString('en'),
    range.gross,
    range.net,
    range.cbm,
  ]);
  const file = `/hm/orders/${order.no}/packing-lists/${encodeURIComponent(market)}.pdf`;
  return inside(
    `Packing list ${order.no} ${market}`,
    visit,
    html`${listTable(visit.changed ? 'ranges' : 'cartons', rangeHeadings, rows)}
      <p>
        <a class="button" href="${file}">Download PDF</a>
        <a class="button" href="/hm/orders/${order.no}/packing-lists">Back to packing lists</a>
      </p>`,
  );
}
