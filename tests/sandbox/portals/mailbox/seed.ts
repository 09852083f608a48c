/** The mails of the sandbox's mailbox: 20 with FCRs of a forwarder, and others that must not be mistaken for them. */
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';

export type Layout = 'form' | 'boxes' | 'prose' | 'scan';
export type FcrFacts = {
  number: string;
  date: string;
  so: string;
  po: string;
  invoice: string;
  exp: string;
  shipper: string;
  consignee: string;
  pieces: string;
  cartons: string;
  grossWeight: string;
  cbm: string;
  loading: string;
  discharge: string;
  vessel: string;
  container: string;
  seal: string;
};
type Attached = { name: string; layout: Layout; fcr: FcrFacts } | { name: string; invoice: FcrFacts };
export type SeedMail = {
  uid: number;
  /** ISO, UTC. */
  at: string;
  from: { name: string; address: string };
  subject: string;
  text: string;
  attached: Attached[];
};

const FCR_MAILS = 20;
const FIRST_FCR = 1_204_477;
const FIRST_SO = 43_680_233;
const FIRST_PO = 4_500_781_223;
const start = Date.UTC(2026, 9, 4, 4, 30);
const containers = ['MSKU0383250', 'MRKU5295187', 'TCNU4781205', 'MEDU9012453', 'CSQU3054383'];
const scans: ReadonlySet<number> = new Set([7, 13]);
const OLD_LAYOUT = 15;
/** The FCR of the preceding mail, sent again with other cartons. */
const REVISED = 5;
const forwarder = { name: 'Maersk SCM Dhaka', address: 'fcr.dhaka@lns.maersk.com' };

const atDay = (n: number): string => new Date(start + n * DAY_MS).toISOString();

function factsOf(n: number): FcrFacts {
  const cartons = 600 + n;
  return {
    number: `FCR${FIRST_FCR + n}`,
    date: atDay(n).slice(0, 10),
    so: String(FIRST_SO + n),
    po: String(FIRST_PO + (n % 4 === 1 ? n - 1 : n)),
    invoice: `PAL/NW/2026/${String(147 + n).padStart(4, '0')}`,
    exp: `1084-00${4501 + n}-2026`,
    shipper: 'Padma Apparels Ltd.',
    consignee: n % 2 === 0 ? 'Nordic Wear AB' : 'Alpen Mode GmbH',
    pieces: `${24 + n},480`,
    cartons: String(cartons),
    grossWeight: `5,${230 + n}.00`,
    cbm: `${46 + n}.213`,
    loading: 'Chattogram (BDCGP)',
    discharge: 'Gothenburg (SEGOT)',
    vessel: 'MAERSK XIAMEN / 641W',
    container: containers[n % containers.length] ?? '',
    seal: `ML${FIRST_FCR + n}`,
  };
}

function fcrMail(n: number): SeedMail {
  const isRevision = n === REVISED;
  const fcr = isRevision ? { ...factsOf(n - 1), cartons: '598' } : factsOf(n);
  const layout = scans.has(n) ? 'scan' : n === OLD_LAYOUT ? 'boxes' : 'form';
  const invoice: Attached[] = n % 5 === 0 ? [{ name: `INV_${fcr.so}.pdf`, invoice: fcr }] : [];
  return {
    uid: n + 1,
    at: atDay(n),
    from: forwarder,
    subject: `${isRevision ? 'REVISED ' : ''}FCR ${fcr.number} / SO ${fcr.so}`,
    text: `Dear shipper,\n\nplease find attached the forwarder's cargo receipt of your SO ${fcr.so}.\n\nSANDBOX`,
    attached: [{ name: `${fcr.so}_FCR.pdf`, layout, fcr }, ...invoice],
  };
}

const unknown = factsOf(30);
const foreign = factsOf(31);

/** In the order of arrival. */
export const seedMails: readonly SeedMail[] = [
  ...Array.from({ length: FCR_MAILS }, (_, n) => fcrMail(n)),
  {
    uid: 21,
    at: atDay(20),
    from: { name: 'মায়ের্স্ক ঢাকা', address: 'docs@maersk.com' },
    subject: `কার্গো রসিদ SO ${unknown.so}`,
    text: `SO ${unknown.so}`,
    attached: [{ name: `${unknown.so}.pdf`, layout: 'prose', fcr: unknown }],
  },
  {
    uid: 22,
    at: atDay(21),
    from: forwarder,
    subject: `Cut-off of SO ${FIRST_SO}`,
    text: `The FCR of SO ${FIRST_SO} follows as soon as the cargo is received.`,
    attached: [],
  },
  {
    // Only the sender's display name claims that it comes from the forwarder.
    uid: 23,
    at: atDay(22),
    from: { name: 'fcr@maersk.com', address: 'billing@maersk.com.invalid' },
    subject: `FCR / SO ${FIRST_SO}`,
    text: 'New bank details attached.',
    attached: [{ name: 'FCR.pdf', layout: 'form', fcr: { ...factsOf(0), number: 'FCR9999999' } }],
  },
  {
    uid: 24,
    at: atDay(23),
    from: { name: 'Delta Forwarding', address: 'docs@delta-forwarding.example' },
    subject: `Cargo receipt ${foreign.so}`,
    text: 'As agreed.',
    attached: [{ name: 'receipt.pdf', layout: 'boxes', fcr: foreign }],
  },
];
