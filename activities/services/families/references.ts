/** References in rows that belong to one company, per service, and the portal's answer for one it does not have. */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import type { ReferenceKind } from '#contracts/portals/portal-references.ts';
import type { ServiceId } from '#services/catalogue.ts';
import type { RowData } from '#services/contract.ts';
import { bepzaMessages } from './bepza-messages.ts';
import { damcoMessages } from './damco-messages.ts';
import { expMessages } from './exp-messages.ts';
import { hmMessages } from './hm-messages.ts';
import { trackingMessages } from './tracking-messages.ts';

/**
 * A reference that belongs to one company. Invoice numbers are not unique between companies, and containers, bills of
 * lading and bills of entry may be tracked by anybody, so they are not included.
 */
export type Reference = { kind: ReferenceKind; value: string };
/** The portal's answer to a reference that does not exist. */
type UnknownAnswer = { outcome: RowOutcome; message: string };
export type NamedReference = Reference & {
  unknown: UnknownAnswer;
  /** Set if the portal accepts the reference unchecked, so that a successful row does not prove whose it is. */
  isUnproved?: true;
};

export type ReferenceRule = {
  /** References that the row names. The portal is not asked if one belongs to somebody else. */
  named: (row: RowData) => NamedReference[];
  /** Kind of the portal reference that a successful row returns. */
  shown?: ReferenceKind;
};

const notFound = (message: string): UnknownAnswer => ({ outcome: 'NOT_FOUND', message });
const rejected = (message: string): UnknownAnswer => ({ outcome: 'REJECTED', message });

/** Returns the reference in a cell; none if the cell is empty. */
const named = (
  kind: ReferenceKind,
  value: string | undefined,
  unknown: (value: string) => UnknownAnswer,
): NamedReference[] => (value ? [{ kind, value: value.toUpperCase(), unknown: unknown(value) }] : []);

/** References to an EXP on other portals than Bangladesh Bank's, which do not check whose EXP it is. */
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
  named: permits(notFound(bepzaMessages.noPermit())),
  shown: 'permit',
};
const permitSubmission: ReferenceRule = {
  named: permits(notFound(bepzaMessages.noApplication())),
  shown: 'permit',
};

/** An order may be named with or without its suffix: "364204" and "364204-58658" are the same order. */
const supplierOrder = (message: string): ReferenceRule => ({
  named: (row) => named('order', row['order_no']?.split('-')[0], () => notFound(message)),
});

const trackedKinds: Readonly<Record<string, ReferenceKind>> = {
  PO: 'order',
  SO: 'shipping order',
  HBL: 'house bill',
};

/** Rule for public portals and for the customer's own mailbox: nothing needs protection. */
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
      const unknown = () => notFound(damcoMessages.noBooking());
      return [...named('shipping order', row['so_no'], unknown), ...named('order', row['po_no'], unknown)];
    },
    shown: 'shipping order',
  },
  'damco-fcr-submission': {
    named: (row) => [
      ...shippingOrder(row),
      // The forwarder accepts any EXP number, so it has no message for an unknown one.
      ...mentionedExp(row, (exp) => notFound(expMessages.notFound({ exp }))),
    ],
    shown: 'receipt',
  },
  'damco-edoc-upload': {
    named: (row) => named('shipping order', row['so_no'], () => notFound('No object found.')),
  },
  'hm-einvoice-create': supplierOrder('No order found.'),
  'hm-einvoice-download': supplierOrder(hmMessages.noInvoice()),
  'hm-einvoice-correction': supplierOrder(hmMessages.noInvoices()),
  'hm-packing-list': supplierOrder('No orders found.'),
  'bepza-ep-issue': permitIssue,
  'bepza-ip-issue': permitIssue,
  'bepza-ep-submission': permitSubmission,
  'bepza-ip-submit': permitSubmission,
  'bepza-ep-download': permitDownload,
  'bepza-ip-download': permitDownload,
  'cash-incentive-application': {
    // The bank accepts any EXP number as well.
    named: (row) => mentionedExp(row, (exp) => notFound(expMessages.notFound({ exp }))),
  },
  'myshipment-tracking': {
    named: (row) => {
      const kind = trackedKinds[row['search_type'] ?? ''];
      return kind ? named(kind, row['search_value'], () => notFound(trackingMessages.noShipment())) : [];
    },
  },
  'rex-soo-submission': {
    named: (row) =>
      named('rex', row['rex_no'], (rex) => rejected(`REX No ${rex} is not the number of this account.`)),
  },
};
