/** Pages of the shipper's application that search for orders and that show, create and save bookings. */
import { html } from 'hono/html';
import { factTable, listTable, type Html } from '#tests/sandbox/framework/html.ts';
import { totalText } from './book.ts';
import { alert, choice, input, select, shipperPage, type Visit } from './pages.ts';
import { cartonTypes, offices, type BookedLine, type Booking, type Order } from './seed.ts';

const base = '/damco/ShipperPortalWeb';
export const LINES_MAX = 50;

const selectAll =
  "addEventListener('change',(e)=>{if(e.target.id==='selAllCkhBox')document.querySelectorAll('[name=line]').forEach((b)=>{b.checked=e.target.checked})})";

export function searchPage(visit: Visit, searched: string, words: string, order: Order | undefined): Html {
  const { changed } = visit;
  return shipperPage(
    'Search PO',
    visit,
    html`${alert(words)}
      <form method="get" action="${base}/SearchAction.action">
        ${changed ? input('ref', 'Reference') : input('searchPO_PO_No', 'PO No', searched)}
        <button type="submit" id="searchPObtn">Search</button>
      </form>
      ${order ? linesForm(order, changed) : ''}`,
    selectAll,
  );
}

function linesForm(order: Order, changed: boolean): Html {
  const rows = order.lines.map(({ line, style, ordered }) => [
    html`<input type="checkbox" name="line" value="${line}" aria-label="Line ${line}" />`,
    line,
    style,
    String(ordered),
  ]);
  const client = `${order.client.code} ${order.client.name}, ${order.client.country} ${order.client.port}`;
  return html`<p>${client}, ship window ${order.shipFrom} to ${order.shipTo}</p>
    <form
      method="post"
      action="${base}/BookAction.action"
      onsubmit="return confirm('Book the selected lines?')"
    >
      <input type="hidden" name="orderNo" value="${order.no}" />
      <label><input type="checkbox" id="selAllCkhBox" /> All lines</label>
      ${listTable(changed ? 'lines' : 'poLines', ['', 'Line', 'Style', 'Ordered'], rows)}
      <button type="submit">Book</button>
    </form>`;
}

const cell = (id: string, label: string, value: string): Html =>
  html`<input id="${id}" name="${id}" value="${value}" aria-label="${label}" size="9" />`;

function lineCells(line: BookedLine, index: number): Html[] {
  const n = index + 1;
  return [
    html`<input type="hidden" name="line${n}" value="${line.line}" /><input
        type="hidden"
        name="style${n}"
        value="${line.style}"
      />${line.line}`,
    html`${line.style}`,
    cell(`bookedQtyId${n}`, 'Quantity', line.quantity),
    select(`unitId${n}`, ['', 'PCS', 'SET']),
    cell(`bookedPackagesId${n}`, 'Packages', line.packages),
    select(`packageUnitId${n}`, ['', 'CARTONS', 'PALLETS']),
    cell(`bookedWeightId${n}`, 'Weight', line.weight),
    cell(`bookedMeasurementId${n}`, 'Measurement', line.measurement),
    cell(`marksId${n}`, 'Marks', line.marks),
    cell(`descriptionId${n}`, 'Description', line.description),
    cell(`htsId${n}`, 'HTS', line.hts),
    select(`cartonTypeId${n}`, ['', ...cartonTypes], line.cartonType),
    html`<button type="button" onclick="if(confirm('Delete the line?'))this.closest('tr').remove()">
      Delete
    </button>`,
  ];
}

const lineHeadings = [
  'Line',
  'Style',
  'Quantity',
  'Unit',
  'Packages',
  'Package Unit',
  'Weight',
  'Measurement',
  'Marks',
  'Description',
  'HTS',
  'Carton Type',
  '',
];

const tabs =
  "function tab(id){document.getElementById('headerTab').hidden=id!=='headerTab';document.getElementById('detailsTab').hidden=id!=='detailsTab'}" +
  "function saving(){document.getElementById('spinner').hidden=false}";

/** Nothing is stored before it is saved: the form carries the booking's number. */
export function bookingForm(visit: Visit, booking: Booking, words: string): Html {
  const { changed } = visit;
  const rows = booking.lines.map(lineCells);
  const header = html`<div id="headerTab">
    ${input(changed ? 'handOver' : 'estmDlvrDtId', 'Estimated Delivery', booking.delivery)}
    ${choice('originOfficeId', 'Origin Office', ['', ...offices], booking.office)}
    ${input('loadPortId', 'Port of Loading', booking.loadPort)}
    ${input('dischargePortId', 'Port of Discharge', booking.dischargePort)}
    ${input('destCountryId', 'Destination Country', booking.country)}
    ${input('lcNoId', 'LC No', booking.lcNo)} ${input('invoiceNoId', 'Invoice No', booking.invoiceNo)}
  </div>`;
  return shipperPage(
    'Booking',
    visit,
    html`${alert(words)}
      <p>SO <span id="${changed ? 'number' : 'soIdId'}">${booking.so}</span>, PO ${booking.orderNo}</p>
      <p>
        <button type="button" onclick="tab('headerTab')">Header</button>
        <button type="button" onclick="tab('detailsTab')">Details</button>
      </p>
      <form method="post" action="${base}/SaveAction.action" onsubmit="saving()">
        <input type="hidden" name="so" value="${booking.so}" />
        <input type="hidden" name="orderNo" value="${booking.orderNo}" />
        ${header}
        <div id="detailsTab" hidden>${listTable(changed ? 'goods' : 'LineTableId', lineHeadings, rows)}</div>
        <button
          type="button"
          id="SaveAsMenuBtnId"
          onclick="document.getElementById('SaveAsMenu').hidden=false"
        >
          Save as
        </button>
        <span id="SaveAsMenu" hidden>
          <button type="submit" name="mode" value="DRAFT">Draft</button>
          <button type="submit" name="mode" value="SUBMITTED">Finished</button>
        </span>
        <span id="spinner" hidden>Saving</span>
      </form>`,
    tabs,
  );
}

export type SoFilter = { so: string; orderNo: string };

export function searchSoPage(visit: Visit, filter: SoFilter, found: readonly Booking[] | undefined): Html {
  const { changed } = visit;
  const rows = found?.map((booking) => [
    html`<a href="${base}/BookingAction.action?so=${booking.so}">${booking.so}</a>`,
    booking.orderNo,
    booking.lines.map(({ line }) => line).join(', '),
    booking.status,
  ]);
  return shipperPage(
    'Search SO',
    visit,
    html`<form method="get" action="${base}/SearchSOAction.action">
        ${changed ? input('ref', 'Reference') : input('searchSO_SO_No', 'SO No', filter.so)}
        ${input('searchSO_PO_No', 'PO No', filter.orderNo)}
        <button type="submit" id="searchSObtn">Search</button>
      </form>
      ${rows?.length === 0 ? alert('No shipping order found.') : ''}
      ${
        rows && rows.length > 0
          ? listTable(changed ? 'list' : 'soTable', ['SO No', 'PO No', 'PO Lines', 'Status'], rows)
          : ''
      }`,
  );
}

const bookedHeadings = lineHeadings.filter((heading) => !['Unit', 'Package Unit', ''].includes(heading));

export const hasConfirmation = ({ status }: Booking): boolean =>
  status === 'ACCEPTED' || status === 'RECEIVED' || status === 'SHIPPED';

export function bookingFacts(booking: Booking): [string, string][] {
  return [
    ['SO No', booking.so],
    ['Status', booking.status],
    ['PO No', booking.orderNo],
    ['Client', booking.clientCode],
    ['Estimated Delivery', booking.delivery],
    ['Origin Office', booking.office],
    ['Port of Loading', booking.loadPort],
    ['Port of Discharge', booking.dischargePort],
    ['Destination Country', booking.country],
    ['LC No', booking.lcNo],
    ['Invoice No', booking.invoiceNo],
    ['Packages', totalText(booking.lines, 'packages')],
    ['Weight', totalText(booking.lines, 'weight')],
    ['Measurement', totalText(booking.lines, 'measurement')],
    ['CFS Cut-off', booking.cutOff],
    ['Vessel', booking.vessel],
    ['ETD', booking.etd],
  ];
}

/** A saved booking; `saved` is the portal's message directly after saving. */
export function bookingPage(visit: Visit, booking: Booking, saved: string): Html {
  const { changed } = visit;
  const rows = booking.lines.map((line) => [
    line.line,
    line.style,
    line.quantity,
    line.packages,
    line.weight,
    line.measurement,
    line.marks,
    line.description,
    line.hts,
    line.cartonType,
  ]);
  return shipperPage(
    `Shipping order ${booking.so}`,
    visit,
    html`${saved ? html`<div role="status" id="${changed ? 'done' : 'MsgDivId'}">${saved}</div>` : ''}
      ${factTable(changed ? 'facts' : 'bookingTable', bookingFacts(booking))}
      ${listTable(changed ? 'goods' : 'LineTableId', bookedHeadings, rows)}
      <p>
        ${
          hasConfirmation(booking)
            ? html`<a href="${base}/print/${booking.so}.pdf">Print/Export PDF</a>`
            : 'The booking is not accepted yet.'
        }
      </p>`,
  );
}
