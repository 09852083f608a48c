/** Orders and invoices of the supplier portal on its first day, the same in every run. */
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';

const ORDERS = 12;
const INVOICES = 30;
const FIRST_INVOICE = 2_509_601;
const FIRST_BOOKING = 259_881;
const PIECES_PER_CARTON = 40;

export type Market = { code: string; name: string; country: string };
export const markets: readonly Market[] = [
  { code: 'NL/OE', name: 'OLCEU', country: 'NL' },
  { code: 'OG', name: 'OL-UK', country: 'GB' },
  { code: 'OT', name: 'OL-TR', country: 'TR' },
  { code: 'OU', name: 'OL-US', country: 'US' },
];

export type OrderLine = {
  market: string;
  country: string;
  article: string;
  colour: string;
  quantity: number;
  /** In ten-thousandths of the currency. */
  price: number;
  bookingNo: string;
};
export type Order = {
  no: string;
  productNo: string;
  productName: string;
  description: string;
  season: string;
  orderedOn: string;
  status: 'Open' | 'Closed';
  currency: 'USD' | 'EUR';
  hsCode: string;
  lines: readonly OrderLine[];
  /** Markets whose packing list is not released yet. */
  unreleased: readonly string[];
};

const products = [
  ['Regular Fit T-shirt', 'Jersey T-shirt, 100% cotton', '61091000'],
  ['Slim Chinos', 'Woven trousers, cotton twill', '62034290'],
  ['Fine-knit Jumper', 'Jumper, cotton and acrylic', '61102000'],
] as const;
const colours = ['73-205 Dark Blue', '09-090 Black', '10-105 White'];
const articles = ['063', '074', '085'];
const marketQuantities = [1542, 820, 410, 640];

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function order(n: number): Order {
  const [productName, description, hsCode] = products[n % products.length]!;
  const lines = markets.flatMap(({ code, country }, market) =>
    articles.map((article, k) => ({
      market: code,
      country,
      article,
      colour: colours[k]!,
      quantity: marketQuantities[market]! + k * 96 + n * 24,
      price: 45_700 + n * 3_500 + k * 1_000 + (n % 2) * 25,
      bookingNo: `B${String(FIRST_BOOKING + n * markets.length + market).padStart(9, '0')}`,
    })),
  );
  return {
    no: `${364_201 + n}-${58_325 + n * 111}`,
    productNo: String(1_080_300 + n),
    productName,
    description,
    season: n < 6 ? '2-2026' : '1-2027',
    orderedOn: addDays('2026-04-06', n * 5),
    status: n === 9 ? 'Closed' : 'Open',
    currency: n % 3 === 2 ? 'EUR' : 'USD',
    hsCode,
    lines,
    unreleased: n === 10 ? markets.map(({ code }) => code) : n === 4 ? ['OT'] : [],
  };
}

export const orders: readonly Order[] = Array.from({ length: ORDERS }, (_, n) => order(n));

/** Accepts the number with or without the part after the hyphen. */
export function findOrder(no: string): Order | undefined {
  return orders.find((order) => order.no === no || order.no.startsWith(`${no}-`));
}

export const lineName = ({ market, article }: Pick<OrderLine, 'market' | 'article'>): string =>
  `${market} ${article}`;

/** 45700 → 4.57, 49225 → 4.9225. */
export function priceText(price: number): string {
  return (price / 10_000).toFixed(4).replace(/0{1,2}$/, '');
}

export type InvoiceStatus = 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'REJECTED' | 'PAID';
type Texts = Record<string, string>;
/** A line's fields as they were typed. */
export type InvoiceLine = { market: string; article: string; texts: Texts };
export type Invoice = {
  no: string;
  orderNo: string;
  date: string;
  currency: string;
  rexNo: string;
  status: InvoiceStatus;
  version: number;
  /** A draft that passed its validation may be submitted. */
  validated: boolean;
  paidOn: string;
  lines: readonly InvoiceLine[];
};

/** The initial values of a new line; the supplier enters the rest. */
export function prefilled(line: OrderLine): InvoiceLine {
  const { market, article, country, quantity, price } = line;
  const texts = {
    country,
    quantity: String(quantity),
    unit_price: priceText(price),
    terms: 'FCA',
    transport_mode: 'SEA',
    origin: 'BD',
  };
  return { market, article, texts };
}

function complete(line: OrderLine, { hsCode }: Order): InvoiceLine {
  const cartons = Math.ceil(line.quantity / PIECES_PER_CARTON);
  const { market, article, texts } = prefilled(line);
  const shipment = {
    booking_no: line.bookingNo,
    cartons: String(cartons),
    gross_weight_kg: (cartons * 10.3).toFixed(1),
    net_weight_kg: (cartons * 9.2).toFixed(1),
    cbm: (cartons * 0.08).toFixed(2),
    hs_code: hsCode,
  };
  return { market, article, texts: { ...texts, ...shipment } };
}

const statuses = ['SUBMITTED', 'APPROVED', 'PAID', 'REJECTED', 'APPROVED', 'PAID'] as const;
/** Orders from this one on have no invoice yet. */
const INVOICED_ORDERS = 9;
const PAID_AFTER_DAYS = 30;

function invoice(k: number): Invoice {
  const of = orders[k % INVOICED_ORDERS]!;
  const status = k % 10 === 9 ? 'DRAFT' : statuses[k % statuses.length]!;
  const date = addDays('2026-08-03', k * 3);
  const lines = of.lines.filter(({ article }) => article === articles[0]).slice(0, (k % 3) + 1);
  return {
    no: String(FIRST_INVOICE + k),
    orderNo: of.no,
    date,
    currency: of.currency,
    rexNo: 'BDREX0001234',
    status,
    version: status === 'DRAFT' ? 0 : 1,
    validated: false,
    paidOn: status === 'PAID' ? addDays(date, PAID_AFTER_DAYS) : '',
    lines: lines.map((line) => complete(line, of)),
  };
}

export const invoices: readonly Invoice[] = Array.from({ length: INVOICES }, (_, k) => invoice(k));

export type CartonRange = {
  article: string;
  colour: string;
  assortment: string;
  from: number;
  to: number;
  perCarton: number;
  sizes: string;
  pieces: number;
  gross: string;
  net: string;
  cbm: string;
};

/** An article's full cartons, and one carton with the remainder. */
export function cartonRanges({ lines }: Order, market: string): CartonRange[] {
  let next = 1;
  return lines
    .filter((line) => line.market === market)
    .flatMap(({ article, colour, quantity }) => {
      const full = Math.floor(quantity / PIECES_PER_CARTON);
      const rest = quantity % PIECES_PER_CARTON;
      const range = (cartons: number, perCarton: number, assortment: string): CartonRange[] => {
        if (cartons === 0 || perCarton === 0) return [];
        const from = next;
        next += cartons;
        const kg = (each: number): string => (cartons * perCarton * each).toFixed(2);
        return [
          {
            article,
            colour,
            assortment,
            from,
            to: next - 1,
            perCarton,
            sizes: sizesOf(perCarton),
            pieces: cartons * perCarton,
            gross: kg(0.26),
            net: kg(0.23),
            cbm: (cartons * 0.08).toFixed(3),
          },
        ];
      };
      return [...range(full, PIECES_PER_CARTON, 'A1'), ...range(1, rest, 'SOLID')];
    });
}

function sizesOf(pieces: number): string {
  const small = Math.floor(pieces / 5);
  const medium = Math.floor((pieces - 2 * small) / 2);
  const large = pieces - 2 * small - medium;
  return `S ${small}, M ${medium}, L ${large}, XL ${small}`;
}
