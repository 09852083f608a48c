/** The permit system's data on its first day: thirty applications of each kind, twenty of them approved. */
import { createHash } from 'node:crypto';
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';
import { keyFields, requiredDocuments, type Kind } from './fields.ts';

type Status = 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'RETURNED_WITH_QUERY';
export type Application = {
  no: string;
  kind: Kind;
  zone: string;
  /** Texts as they were typed, by the keys of the fields. */
  header: Record<string, string>;
  items: Record<string, string>[];
  /** File names by paper. */
  papers: Record<string, string>;
  status: Status;
  /** `05/06/2026 10:15`; empty until then. */
  submittedAt: string;
  receiptNo: string;
  remark: string;
  /** The applicant's note to the officer. */
  note: string;
  permitNo: string;
  approvedAt: string;
  validTill: string;
  /** The permit of an approved application is not in the list before this time on the clock. */
  permitListedAt?: string;
  /** Too old to be submitted. */
  isPastDate: boolean;
};

export const FEE_BDT = '25.00';
const SEEDED = 30;
const APPROVED = 20;
const FIRST_SERIAL: Record<Kind, number> = { export: 18_816, import: 40_109 };
const FIRST_INVOICE: Record<Kind, number> = { export: 801, import: 7_701 };
const FIRST_DAY = '2026-05-01';
const NEW_SERIALS_FROM = 100_000;
const NEW_SERIALS = 800_000;
const prefix: Record<Kind, string> = { export: 'EP', import: 'IP' };

/** 2026-05-01 → 01/05/2026 */
const slashed = (day: string): string => day.split('-').toReversed().join('/');
const isoOf = (slashedDay: string): string => slashedDay.split('/').toReversed().join('-');
const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Derived from the invoice, so that the same sheet gets the same times on any day. */
export const submissionTime = (invoiceDate: string): string =>
  `${slashed(daysAfter(isoOf(invoiceDate), 2))} 10:15`;

const numberFrom = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

export const receiptOf = (applicationNo: string): string =>
  `MR-${String(numberFrom(applicationNo) % 1_000_000).padStart(6, '0')}`;

const applicationNo = (kind: Kind, zone: string, serial: number): string =>
  `${prefix[kind]}-${zone}-2026-${String(serial).padStart(6, '0')}`;

/** The journal's key: enterprise, invoice, and for imports the transport document. */
export const naturalKey = ({ kind, header }: Pick<Application, 'kind' | 'header'>): string =>
  keyFields[kind].map((key) => header[key]).join('|');

/** Derived from the natural key; the next number if it is taken. */
export function newApplicationNo(
  application: Pick<Application, 'kind' | 'zone' | 'header'>,
  taken: ReadonlySet<string>,
): string {
  const { kind, zone } = application;
  let serial = NEW_SERIALS_FROM + (numberFrom(naturalKey(application)) % NEW_SERIALS);
  while (taken.has(applicationNo(kind, zone, serial))) serial += 1;
  return applicationNo(kind, zone, serial);
}

/** The states of the applications after the approved ones. */
const laterOnes: readonly Partial<Application & { lacks: string[]; enterprise: string }>[] = [
  { status: 'DRAFT' },
  { status: 'DRAFT' },
  { status: 'DRAFT', lacks: ['Packing List', 'LC / Sales Contract'] },
  { status: 'DRAFT', isPastDate: true },
  { status: 'DRAFT', enterprise: '0152' },
  { status: 'SUBMITTED' },
  { status: 'SUBMITTED' },
  { status: 'RETURNED_WITH_QUERY', remark: 'The net weight differs from the packing list.' },
  { status: 'DRAFT' },
  // In the same zone and for the same invoice as the one before.
  { status: 'DRAFT', zone: 'DEPZ' },
];
const twins = [28, 29];

function seededOf(kind: Kind, n: number): Application {
  const later = laterOnes[n - APPROVED] ?? {};
  const { status = 'APPROVED', lacks = [], isPastDate = false, remark = '', enterprise = '0142' } = later;
  const zone = later.zone ?? ['DEPZ', 'CEPZ', 'DEPZ', 'AEPZ'][n % 4] ?? '';
  const serial = FIRST_SERIAL[kind] + n;
  const no = applicationNo(kind, zone, serial);
  const day = daysAfter(FIRST_DAY, n);
  const invoice = FIRST_INVOICE[kind] + (twins.includes(n) ? (twins[0] ?? n) : n);
  const isSent = status !== 'DRAFT';
  const isApproved = status === 'APPROVED';
  const header = { ...headerOf(kind, invoice, slashed(day), n), EnterpriseCode: `${zone}-${enterprise}` };
  return {
    no,
    kind,
    zone,
    header,
    items: [itemOf(kind)],
    papers: Object.fromEntries(
      requiredDocuments[kind]
        .filter((paper) => !lacks.includes(paper))
        .map((paper) => [paper, 'on-file.pdf']),
    ),
    status,
    submittedAt: isSent ? submissionTime(slashed(day)) : '',
    receiptNo: isSent ? receiptOf(no) : '',
    remark,
    note: '',
    permitNo: isApproved ? `${prefix[kind]}26-${zone}-${100_000 + serial}` : '',
    approvedAt: isApproved ? `${slashed(daysAfter(day, 4))} 11:40` : '',
    validTill: isApproved ? slashed(daysAfter(day, 94)) : '',
    isPastDate,
  };
}

function headerOf(kind: Kind, invoice: number, day: string, n: number): Record<string, string> {
  const shared = { PermitType: 'FOREIGN', InvoiceDate: day, ContractType: 'LC', Currency: 'USD' };
  if (kind === 'export')
    return {
      ...shared,
      InvoiceNo: `KGL/26/0${invoice}`,
      ExpNo: `1084-${String(4_521 + n).padStart(6, '0')}-2026`,
      ExpDate: day,
      ContractNo: '0712-26-0455',
      ContractDate: '10/02/2026',
      BuyerName: 'Nordic Wear AB',
      DestinationCountry: 'SE',
      PortOfShipment: 'BDCGP',
      TransportMode: 'SEA',
      Incoterm: 'FOB',
      InvoiceValue: '48200.00',
      FobValue: '48200.00',
      GrossWeight: '2980',
      Cartons: '200',
    };
  return {
    ...shared,
    MaterialClass: 'RAW_MATERIAL',
    InvoiceNo: `HX-26-${invoice}`,
    SupplierName: 'Huaxin Textile Co.',
    OriginCountry: 'CN',
    ContractNo: '0712-26-01-0188',
    ContractDate: '12/02/2026',
    TransportDocType: 'BL',
    TransportDocNo: `COSU${6_398_214_401 + n}`,
    TransportDocDate: day,
    PortOfEntry: 'BDCGP',
    RotationNo: `2026/${3_102 + n}`,
    LineNo: '214',
    ExpNo: '',
    InvoiceValue: '22200.00',
    Freight: '0.00',
    GrossWeight: '3480',
    Packages: '74',
  };
}

function itemOf(kind: Kind): Record<string, string> {
  return kind === 'export'
    ? {
        ItemNo: '1',
        HsCode: '62034290',
        Description: "Men's cotton trousers",
        Quantity: '6000',
        Unit: 'PCS',
        NetWeight: '2700',
        ItemFob: '48200.00',
      }
    : {
        ItemNo: '1',
        HsCode: '52083200',
        Description: 'Dyed cotton fabric',
        Quantity: '18500',
        Unit: 'MTR',
        NetWeight: '3330',
        ItemFob: '22200.00',
      };
}

const seeded: readonly Application[] = (['export', 'import'] as const).flatMap((kind) =>
  Array.from({ length: SEEDED }, (_, n) => seededOf(kind, n)),
);

/** All applications as they are now: the seeded ones with later changes, and the new ones. */
export function allApplications(records: Record<string, unknown>): Application[] {
  const changed = new Map(Object.entries(records as Record<string, Partial<Application>>));
  const first = seeded.map((application) => ({ ...application, ...changed.get(application.no) }));
  const known = new Set(first.map(({ no }) => no));
  return [...first, ...(Object.values(records) as Application[]).filter(({ no }) => no && !known.has(no))];
}
