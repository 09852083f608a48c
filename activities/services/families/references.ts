/** What rows name that belongs to one company, by service, and what the portal answers where it does not have it. */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import type { ReferenceKind } from '#contracts/portals/portal-references.ts';
import { say } from '#contracts/say.ts';
import type { ServiceId } from '#services/catalogue.ts';
import type { RowData } from '#services/contract.ts';

/**
 * Invoice numbers are each company's own and may be alike; containers, bills of lading of carriers and bills of entry are
 * tracked by whoever knows them: those are nobody's reference.
 */
export type Reference = { kind: ReferenceKind; value: string };
/** The answer to a reference that does not exist, in the portal's words. */
type UnknownAnswer = { outcome: RowOutcome; message: string };
export type NamedReference = Reference & {
  unknown: UnknownAnswer;
  /** The portal takes it unseen: a row that is done proves nothing of whose it is. */
  isUnproved?: true;
};

export type ReferenceRule = {
  /** What the row names; nothing of it is asked of the portal where it is somebody else's. */
  named: (row: RowData) => NamedReference[];
  /** What the portal's reference of a row that is done is. */
  shown?: ReferenceKind;
};

const notFound = (message: string): UnknownAnswer => ({ outcome: 'NOT_FOUND', message });
const rejected = (message: string): UnknownAnswer => ({ outcome: 'REJECTED', message });

/** Nothing where the cell is empty. */
const named = (
  kind: ReferenceKind,
  value: string | undefined,
  unknown: (value: string) => UnknownAnswer,
): NamedReference[] => (value ? [{ kind, value: value.toUpperCase(), unknown: unknown(value) }] : []);

/** Of portals beside the Bangladesh Bank's: they do not know whose an EXP is. */
const mentionedExp = (row: RowData, unknown: (exp: string) => UnknownAnswer): NamedReference[] =>
  named('exp', row['exp_no'], unknown).map((reference) => ({ ...reference, isUnproved: true }));

const expOfParts: ReferenceRule = {
  named: ({ ad_code: ad, exp_serial: serial, exp_year: year }) =>
    named('exp', ad && serial && year && `${ad}-${serial}-${year}`, () => notFound('No data found.')),
  shown: 'exp',
};

const shippingOrder: ReferenceRule['named'] = (row) =>
  named('shipping order', row['so_no'], () => notFound('No shipping order found.'));

const permits = (unknown: UnknownAnswer): ReferenceRule['named'] => {
  const columns = ['application_no', 'permit_no'];
  return (row) => columns.flatMap((column) => named('permit', row[column], () => unknown));
};

const permitIssue: ReferenceRule = {
  named: (row) => [
    ...named('enterprise', row['enterprise_code'], (code) =>
      rejected(`Enterprise ${code} is not registered in zone ${row['zone']}.`),
    ),
    ...mentionedExp(row, (exp) => rejected(`EXP ${exp} is not valid.`)),
  ],
  shown: 'permit',
};
const permitDownload: ReferenceRule = {
  named: permits(notFound(say('The portal has no such permit.'))),
  shown: 'permit',
};
const permitSubmission: ReferenceRule = {
  named: permits(notFound(say('The portal has no such application.'))),
  shown: 'permit',
};

/** An order is named with or without its suffix: "364204" and "364204-58658" are one. */
const supplierOrder = (message: string): ReferenceRule => ({
  named: (row) => named('order', row['order_no']?.split('-')[0], () => notFound(message)),
});

const trackedKinds: Readonly<Record<string, ReferenceKind>> = {
  PO: 'order',
  SO: 'shipping order',
  HBL: 'house bill',
};

/** Whoever may see it without a login, or finds it in a mailbox of his own, has nobody to ask. */
const nobodys: ReferenceRule = { named: () => [] };

export const referenceRules: Record<ServiceId, ReferenceRule> = {
  'pdf-excel-converter': nobodys,
  'ctg-port-tracking': nobodys,
  'custom-tracking': nobodys,
  'egm-download': nobodys,
  'damco-tracking-maersk': nobodys,
  'damco-fcr-extractor': nobodys,
  'exp-search': expOfParts,
  'exp-correction': expOfParts,
  'exp-duplicate-reporting': expOfParts,
  'exp-issue': {
    named: (row) => [
      ...named('erc', row['exporter_erc'], () => rejected('Exporter ERC is not registered.')),
      ...named('bin', row['exporter_bin'], () => rejected('Exporter BIN is not active.')),
    ],
    shown: 'exp',
  },
  'damco-booking': {
    named: (row) => named('order', row['po_no'], (order) => notFound(`PO ${order} not found.`)),
    shown: 'shipping order',
  },
  'damco-booking-download': {
    named: (row) => {
      const unknown = () => notFound(say('The portal has no such booking.'));
      return [...named('shipping order', row['so_no'], unknown), ...named('order', row['po_no'], unknown)];
    },
    shown: 'shipping order',
  },
  'damco-fcr-submission': {
    named: (row) => [
      ...shippingOrder(row),
      // The forwarder takes any EXP number, so it has no words for one that it does not know.
      ...mentionedExp(row, (exp) => notFound(say('EXP {exp} cannot be found.', { exp }))),
    ],
    shown: 'receipt',
  },
  'damco-edoc-upload': {
    named: (row) => named('shipping order', row['so_no'], () => notFound('No object found.')),
  },
  'hm-einvoice-create': supplierOrder('No order found.'),
  'hm-einvoice-download': supplierOrder(say('The portal has no such invoice.')),
  'hm-einvoice-correction': supplierOrder(say('No invoices found.')),
  'hm-packing-list': supplierOrder('No orders found.'),
  'bepza-ep-issue': permitIssue,
  'bepza-ip-issue': permitIssue,
  'bepza-ep-submission': permitSubmission,
  'bepza-ip-submit': permitSubmission,
  'bepza-ep-download': permitDownload,
  'bepza-ip-download': permitDownload,
  'cash-incentive-application': {
    // The bank takes any EXP number as well.
    named: (row) => mentionedExp(row, (exp) => notFound(say('EXP {exp} cannot be found.', { exp }))),
  },
  'myshipment-tracking': {
    named: (row) => {
      const kind = trackedKinds[row['search_type'] ?? ''];
      return kind ? named(kind, row['search_value'], () => notFound(say('No shipment found.'))) : [];
    },
  },
  'rex-soo-submission': {
    named: (row) =>
      named('rex', row['rex_no'], (rex) => rejected(`REX No ${rex} is not the number of this account.`)),
  },
};
