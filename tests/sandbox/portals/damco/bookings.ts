/** The shipper's application for bookings: order search, the form, saving, search and confirmation. */
import type { Context, Hono } from 'hono';
import { pairsPdf } from '#tests/sandbox/framework/pdf.ts';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import { allBookings, findBooking, newSo } from './book.ts';
import * as pages from './booking-pages.ts';
import type { Guard, Visit } from './pages.ts';
import { refusalOfBooking, refusalOfSearch } from './rules.ts';
import { findOrder, type BookedLine, type Booking, type Order } from './seed.ts';

const base = '/ShipperPortalWeb';

export function mountBookings(app: Hono, tools: PortalTools, guard: Guard): void {
  app.get(
    `${base}/SearchAction.action`,
    guard((visit) => {
      const searched = visit.c.req.query('searchPO_PO_No')?.trim();
      if (searched === undefined) return visit.c.html(pages.searchPage(visit, '', '', undefined));
      const words = refusalOfSearch(searched);
      tools.note({ kind: 'lookup', user: visit.user.username, key: searched, result: words || 'found' });
      const order = words ? undefined : findOrder(searched);
      return visit.c.html(pages.searchPage(visit, searched, words, order));
    }),
  );
  app.post(
    `${base}/BookAction.action`,
    guard((visit) => book(visit, tools)),
  );
  app.post(
    `${base}/SaveAction.action`,
    guard((visit) => save(visit, tools)),
  );
  app.get(
    `${base}/SearchSOAction.action`,
    guard((visit) => {
      const { searchSO_SO_No: so, searchSO_PO_No: orderNo = '' } = visit.c.req.query();
      const filter = { so: so?.trim() ?? '', orderNo: orderNo.trim() };
      if (so === undefined) return visit.c.html(pages.searchSoPage(visit, filter, undefined));
      const found = allBookings(tools.asListed(visit.c)).filter(
        (booking) =>
          (filter.so !== '' || filter.orderNo !== '') &&
          booking.so.includes(filter.so) &&
          booking.orderNo.includes(filter.orderNo),
      );
      const key = filter.so || filter.orderNo;
      tools.note({ kind: 'lookup', user: visit.user.username, key, result: String(found.length) });
      return visit.c.html(pages.searchSoPage(visit, filter, found));
    }),
  );
  app.get(
    `${base}/BookingAction.action`,
    guard((visit) => {
      const { so = '', saved } = visit.c.req.query();
      const booking = findBooking(tools.asListed(visit.c), so);
      if (!booking) return visit.c.text('No shipping order found.', 404);
      return visit.c.html(pages.bookingPage(visit, booking, saved ? `${so} saved successfully` : ''));
    }),
  );
  app.get(
    `${base}/print/:file`,
    guard(async ({ c, user }) => {
      const booking = findBooking(tools.asListed(c), (c.req.param('file') ?? '').replace(/\.pdf$/, ''));
      if (!booking || !pages.hasConfirmation(booking)) return c.text('No confirmation.', 404);
      tools.note({ kind: 'download', user: user.username, key: booking.so });
      const bytes = await pairsPdf(
        `Booking Confirmation ${booking.so}`,
        pages.bookingFacts(booking),
        booking.delivery,
      );
      return c.body(bytes, 200, { 'content-type': 'application/pdf' });
    }),
  );
}

async function book(visit: Visit, tools: PortalTools): Promise<Response> {
  const { c } = visit;
  const sent = await c.req.parseBody({ all: true });
  const orderNo = String(sent['orderNo'] ?? '');
  const chosen = [sent['line']].flat();
  const order = findOrder(orderNo);
  if (!order) return c.html(pages.searchPage(visit, orderNo, refusalOfSearch(orderNo), undefined));
  const lines = order.lines.filter((each) => chosen.includes(each.line));
  if (lines.length === 0) return c.html(pages.searchPage(visit, orderNo, 'Select at least one line.', order));
  const so = newSo(
    tools,
    orderNo,
    lines.map((each) => each.line),
  );
  return c.html(
    pages.bookingForm(visit, { ...blank, so, ...ofOrder(order), lines: lines.map(blankLine) }, ''),
  );
}

const blank = {
  status: 'DRAFT',
  delivery: '',
  office: '',
  loadPort: '',
  dischargePort: '',
  country: '',
  lcNo: '',
  invoiceNo: '',
  cutOff: '',
  vessel: '',
  etd: '',
  isPastCutOff: false,
} as const;

const ofOrder = ({ no, client }: Order): Pick<Booking, 'orderNo' | 'clientCode'> => ({
  orderNo: no,
  clientCode: client.code,
});

const blankLine = ({ line, style }: { line: string; style: string }): BookedLine => ({
  line,
  style,
  quantity: '',
  packages: '',
  weight: '',
  measurement: '',
  marks: '',
  description: '',
  hts: '',
  cartonType: '',
});

async function textsOf(c: Context): Promise<(name: string) => string> {
  const body = await c.req.parseBody();
  return (name) => {
    const value = body[name];
    return typeof value === 'string' ? value.trim() : '';
  };
}

async function save(visit: Visit, tools: PortalTools): Promise<Response> {
  const { c, user } = visit;
  const text = await textsOf(c);
  const order = findOrder(text('orderNo'));
  if (!order) return c.text('PO not found.', 400);
  const booking: Booking = {
    ...blank,
    ...ofOrder(order),
    so: text('so'),
    status: text('mode') === 'SUBMITTED' ? 'SUBMITTED' : 'DRAFT',
    delivery: text('estmDlvrDtId'),
    office: text('originOfficeId'),
    loadPort: text('loadPortId'),
    dischargePort: text('dischargePortId'),
    country: text('destCountryId'),
    lcNo: text('lcNoId'),
    invoiceNo: text('invoiceNoId'),
    lines: linesOf(text),
  };
  const units = lineNumbers(text).some(
    (n) => text(`unitId${n}`) !== 'PCS' || text(`packageUnitId${n}`) !== 'CARTONS',
  );
  const words = units ? 'Select PCS and CARTONS as the units.' : refusalOfBooking(booking);
  if (words) return c.html(pages.bookingForm(visit, booking, words));
  const { so, lines } = booking;
  // Two bookings that were opened at the same time have the same number until one of them is saved.
  const isTaken = findBooking(tools, so) !== undefined;
  const numbers = lines.map(({ line }) => line);
  const saved = isTaken ? { ...booking, so: newSo(tools, order.no, numbers) } : booking;
  tools.commit(c, `so ${saved.so}`, saved, user.username, `${order.no}|${numbers.join()}`);
  return c.redirect(`/damco${base}/BookingAction.action?so=${saved.so}&saved=1`, 303);
}

const lineNumbers = (text: (name: string) => string): number[] =>
  Array.from({ length: pages.LINES_MAX }, (_, index) => index + 1).filter((n) => text(`line${n}`) !== '');

function linesOf(text: (name: string) => string): BookedLine[] {
  return lineNumbers(text).map((n) => ({
    line: text(`line${n}`),
    style: text(`style${n}`),
    quantity: text(`bookedQtyId${n}`),
    packages: text(`bookedPackagesId${n}`),
    weight: text(`bookedWeightId${n}`),
    measurement: text(`bookedMeasurementId${n}`),
    marks: text(`marksId${n}`),
    description: text(`descriptionId${n}`),
    hts: text(`htsId${n}`),
    cartonType: text(`cartonTypeId${n}`),
  }));
}
