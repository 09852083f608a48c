/** Shipments of the forwarder visibility portal: from cargo receipt to arrival, each found by any of its numbers. */
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';

type Milestone = { name: string; date: string; place: string; done: boolean };
export type Shipment = {
  so: string;
  hbl: string;
  mbl: string;
  po: string;
  invoice: string;
  container: string;
  shipper: string;
  buyer: string;
  cartons: string;
  cbm: string;
  grossWeight: string;
  feeder: string;
  mother: string;
  transshipment: string;
  milestones: Milestone[];
};

const names = ['Cargo Received', 'Stuffing', 'ETD', 'ATD', 'Transshipment', 'ETA', 'ATA'] as const;
const days = [0, 2, 3, 4, 12, 34, 35];
const COUNT = 30;
const FIRST_SO = 43_680_233;
const FIRST_PO = 4_500_781_223;
const start = Date.UTC(2026, 9, 4);
const containers = ['MSKU0383250', 'MRKU5295187', 'TCNU4781205', 'MEDU9012453', 'CSQU3054383'];

/** Every fourth PO is split over two shipments. */
const shipments: Shipment[] = Array.from({ length: COUNT }, (_, n) => shipmentOf(n));

function shipmentOf(n: number): Shipment {
  const reached = (n % names.length) + 1;
  const day = (offset: number): string => new Date(start + (n + offset) * DAY_MS).toISOString().slice(0, 10);
  return {
    so: String(FIRST_SO + n),
    hbl: `DHK${1_204_477 + n}`,
    mbl: `MAEU26190${4477 + n}`,
    po: String(FIRST_PO + (n % 4 === 1 ? n - 1 : n)),
    invoice: `PAL/NW/2026/${String(147 + n).padStart(4, '0')}`,
    container: containers[n % containers.length] ?? '',
    shipper: 'Padma Apparels Ltd.',
    buyer: n % 2 === 0 ? 'Nordic Wear AB' : 'Alpen Mode GmbH',
    cartons: String(600 + n),
    cbm: `${46 + n}.213`,
    grossWeight: `${5230 + n}.00`,
    feeder: 'MAERSK XIAMEN',
    mother: 'MUNKEBO MAERSK',
    transshipment: 'LKCMB',
    milestones: names.map((name, place) => ({
      name,
      date: day(days[place] ?? 0),
      place: place < 4 ? 'Chattogram' : place === 4 ? 'Colombo' : 'Gothenburg',
      done: place < reached,
    })),
  };
}

const fields: Record<string, (shipment: Shipment) => string> = {
  HBL: ({ hbl }) => hbl,
  MBL: ({ mbl }) => mbl,
  PO: ({ po }) => po,
  SO: ({ so }) => so,
  CONTAINER: ({ container }) => container,
  INVOICE: ({ invoice }) => invoice,
};

export function searchShipments(type: string, value: string): Shipment[] {
  const field = fields[type];
  return field ? shipments.filter((shipment) => field(shipment) === value) : [];
}

export function findShipment(so: string): Shipment | undefined {
  return shipments.find((shipment) => shipment.so === so);
}
