/** Orders, bookings, cargo receipts and documents of the forwarder's portal on its first day, the same in every run. */
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';

const ORDERS = 20;
const BOOKINGS = 15;
const FIRST_ORDER = 4_500_781_209;
const FIRST_BOOKING = 43_680_233;
const PIECES_PER_CARTON = 40;
/** The order whose quantity, like that of the first order, is taken from the documentation's examples. */
const EXAMPLE_ORDER = 14;
/** Its only booking is cancelled. */
const CANCELLED_ORDER = 16;
const UNRELEASED_ORDER = 17;
const PAST_ORDER = 18;
/** The cargo receipt of this booking can no longer be requested. */
const CUT_OFF_BOOKING = 10;

export type Client = { code: string; name: string; country: string; port: string };
export const clients: readonly Client[] = [
  { code: 'NORDICSE', name: 'Nordic Wear AB', country: 'SE', port: 'SEGOT' },
  { code: 'HANSADE', name: 'Hansa Mode GmbH', country: 'DE', port: 'DEHAM' },
  { code: 'BRIDGEGB', name: 'Bridge Retail Ltd', country: 'GB', port: 'GBFXT' },
];
export const offices = ['Chattogram', 'Dhaka'];
export const loadPorts = ['BDCGP', 'BDMGL'];
export const cartonTypes = ['24x16x12', '23x15x14', '60x40x40'];

export type OrderLine = { line: string; style: string; ordered: number };
export type Order = {
  no: string;
  client: Client;
  isReleased: boolean;
  shipFrom: string;
  shipTo: string;
  lines: readonly OrderLine[];
};

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function order(n: number): Order {
  const lines = Array.from({ length: (n % 3) + 1 }, (_, k) => ({
    line: String((k + 1) * 10),
    style: `NW-TS-${String(147 + n * 3 + k).padStart(4, '0')}`,
    ordered: k === 0 && (n === 0 || n === EXAMPLE_ORDER) ? 24_480 : 2_400 + n * 240 + k * 600,
  }));
  return {
    no: String(FIRST_ORDER + n),
    client: clients[n % clients.length]!,
    isReleased: n !== UNRELEASED_ORDER,
    shipFrom: '2026-01-01',
    shipTo: n === PAST_ORDER ? '2026-06-30' : '2032-12-31',
    lines,
  };
}

const orders: readonly Order[] = Array.from({ length: ORDERS }, (_, n) => order(n));
export const findOrder = (no: string): Order | undefined => orders.find((each) => each.no === no);

/** Texts as they were typed. */
export type BookedLine = Record<
  | 'line'
  | 'style'
  | 'quantity'
  | 'packages'
  | 'weight'
  | 'measurement'
  | 'marks'
  | 'description'
  | 'hts'
  | 'cartonType',
  string
>;
type BookingStatus = 'DRAFT' | 'SUBMITTED' | 'ACCEPTED' | 'RECEIVED' | 'SHIPPED' | 'CANCELLED';
export type Booking = {
  so: string;
  orderNo: string;
  clientCode: string;
  status: BookingStatus;
  delivery: string;
  country: string;
  office: string;
  loadPort: string;
  dischargePort: string;
  lcNo: string;
  invoiceNo: string;
  cutOff: string;
  vessel: string;
  etd: string;
  /** A cargo receipt is no longer issued. */
  isPastCutOff: boolean;
  lines: readonly BookedLine[];
};

function bookedLine({ line, style, ordered }: OrderLine): BookedLine {
  const cartons = Math.ceil(ordered / PIECES_PER_CARTON);
  return {
    line,
    style,
    quantity: String(ordered),
    packages: String(cartons),
    weight: (Math.round(cartons * 854.5752) / 100).toFixed(2),
    measurement: (cartons * 0.075 + Math.round(cartons * 0.5114) / 1000).toFixed(3),
    marks: 'As per packing list',
    description: 'Ready-made garments',
    hts: '61091000',
    cartonType: '24x16x12',
  };
}

/** The data that the forwarder adds after it has accepted the booking. */
function voyageOf(delivery: string, n: number): Pick<Booking, 'cutOff' | 'vessel' | 'etd'> {
  const vessels = ['MAERSK CHATTOGRAM', 'SEAGO PIRAEUS', 'MAERSK VIGO'];
  return {
    cutOff: addDays(delivery, 2),
    vessel: `${vessels[n % vessels.length]} ${640 + n}W`,
    etd: addDays(delivery, 6),
  };
}

const statuses = ['RECEIVED', 'ACCEPTED', 'SHIPPED', 'SUBMITTED', 'RECEIVED', 'DRAFT', 'RECEIVED'] as const;

function booking(k: number): Booking {
  const isCancelled = k === BOOKINGS - 1;
  const of = orders[isCancelled ? CANCELLED_ORDER : k]!;
  const status = isCancelled ? 'CANCELLED' : statuses[k % statuses.length]!;
  const delivery = addDays('2026-09-01', k * 4);
  const isAccepted = status === 'ACCEPTED' || status === 'RECEIVED' || status === 'SHIPPED';
  return {
    so: String(FIRST_BOOKING + k),
    orderNo: of.no,
    clientCode: of.client.code,
    status: k === CUT_OFF_BOOKING ? 'RECEIVED' : status,
    delivery,
    country: of.client.country,
    office: offices[0]!,
    loadPort: loadPorts[0]!,
    dischargePort: of.client.port,
    lcNo: '',
    invoiceNo: '',
    ...(isAccepted || k === CUT_OFF_BOOKING ? voyageOf(delivery, k) : { cutOff: '', vessel: '', etd: '' }),
    isPastCutOff: k === CUT_OFF_BOOKING,
    lines: of.lines.map(bookedLine),
  };
}

export const bookings: readonly Booking[] = Array.from({ length: BOOKINGS }, (_, k) => booking(k));

export type ReceiptTexts = Record<string, string>;
/** A forwarder's cargo receipt. */
export type Receipt = {
  no: string;
  so: string;
  status: 'DRAFT' | 'APPROVED' | 'ISSUED';
  texts: ReceiptTexts;
};

function receipt(k: number): Receipt {
  const of = bookings[k]!;
  const sum = (key: 'quantity' | 'packages' | 'weight' | 'measurement'): number =>
    of.lines.reduce((total, line) => total + Number(line[key]), 0);
  return {
    no: `FCR-${9_100_200 + k}`,
    so: of.so,
    status: k % 2 === 0 ? 'ISSUED' : 'APPROVED',
    texts: {
      invoiceNo: `PAL/NW/2026/01${20 + k}`,
      invoiceDate: addDays(of.delivery, -5),
      expNo: `1084-0045${10 + k}-2026`,
      expDate: addDays(of.delivery, -4),
      contractNo: 'NW-SC-2026-118',
      shipper: 'Padma Apparels Ltd.',
      consignee: clients.find(({ code }) => code === of.clientCode)?.name ?? '',
      notify: 'Same as consignee',
      cartons: String(sum('packages')),
      pieces: String(sum('quantity')),
      weight: sum('weight').toFixed(2),
      measurement: sum('measurement').toFixed(3),
      freight: 'COLLECT',
      originals: '3',
    },
  };
}

export const receipts: readonly Receipt[] = [2, 9].map(receipt);

export const documentTypes = [
  'Commercial Invoice',
  'Packing List',
  'House Bill of Lading',
  'Bill of Lading',
  'Forwarders Cargo Receipt',
  'Container Load Result',
];

/** Some clients do not take every type. */
export function typesOf(clientCode: string): readonly string[] {
  return clientCode === 'BRIDGEGB' ? documentTypes.slice(0, 5) : documentTypes;
}

export type StoredDocument = {
  id: string;
  so: string;
  type: string;
  name: string;
  size: number;
  uploadedAt: string;
};
export const documents: readonly StoredDocument[] = bookings
  .filter(({ status }) => status === 'SHIPPED')
  .map(({ so, delivery }, k) => ({
    id: `DOC-${71_000_000 + k}`,
    so,
    type: 'House Bill of Lading',
    name: `${so}_HBL.pdf`,
    size: 41_200 + k * 311,
    uploadedAt: uploadTime({ delivery }),
  }));

/** Derived from the booking, so that the same upload gives the same result on any day. */
export function uploadTime({ delivery }: Pick<Booking, 'delivery'>): string {
  return `${addDays(delivery, 1)} 10:00`;
}
