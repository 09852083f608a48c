/**
 * Rules for the references in rows that belong to one company, and the portal's answer for one it does not have. Each
 * service names its rule in its own definition.
 */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import type { ReferenceKind } from '#contracts/portals/portal-references.ts';
import { quote, type Message } from '#contracts/messages/message.ts';
import type { RowData } from '#services/contract.ts';
import { bepzaMessages } from './bepza-messages.ts';
import { damcoMessages } from './damco-messages.ts';
import { expMessages } from './exp-messages.ts';
import { trackingMessages } from './tracking-messages.ts';

/**
 * A reference that belongs to one company. Invoice numbers are not unique between companies, and containers, bills of
 * lading and bills of entry may be tracked by anybody, so they are not included.
 */
export type Reference = { kind: ReferenceKind; value: string };
/** The portal's answer to a reference that does not exist. */
type UnknownAnswer = { outcome: RowOutcome; message: Message };
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

const notFound = (message: Message): UnknownAnswer => ({ outcome: 'NOT_FOUND', message });
/** `words` are those of the portal. */
const rejected = (words: string): UnknownAnswer => ({ outcome: 'REJECTED', message: quote(words) });

/** Returns the reference in a cell; none if the cell is empty. */
const named = (
  kind: ReferenceKind,
  value: string | undefined,
  unknown: (value: string) => UnknownAnswer,
): NamedReference[] => (value ? [{ kind, value: value.toUpperCase(), unknown: unknown(value) }] : []);

/** References to an EXP on other portals than Bangladesh Bank's, which do not check whose EXP it is. */
const mentionedExp = (row: RowData, unknown: (exp: string) => UnknownAnswer): NamedReference[] =>
  named('exp', row['exp_no'], unknown).map((reference) => ({ ...reference, isUnproved: true }));

export const expReferences: ReferenceRule = {
  named: ({ ad_code: ad, exp_serial: serial, exp_year: year }) =>
    named('exp', ad && serial && year && `${ad}-${serial}-${year}`, () => notFound(quote('No data found.'))),
  shown: 'exp',
};

const shippingOrder: ReferenceRule['named'] = (row) =>
  named('shipping order', row['so_no'], () => notFound(quote('No shipping order found.')));

const permits = (unknown: UnknownAnswer): ReferenceRule['named'] => {
  const columns = ['application_no', 'permit_no'];
  return (row) => columns.flatMap((column) => named('permit', row[column], () => unknown));
};

export const permitIssueReferences: ReferenceRule = {
  named: (row) => [
    ...named('enterprise', row['enterprise_code'], (code) =>
      rejected(`Enterprise ${code} is not registered in zone ${row['zone']}.`),
    ),
    ...mentionedExp(row, (exp) => rejected(`EXP ${exp} is not valid.`)),
  ],
  shown: 'permit',
};
export const permitDownloadReferences: ReferenceRule = {
  named: permits(notFound(bepzaMessages.noPermit())),
  shown: 'permit',
};
export const permitSubmissionReferences: ReferenceRule = {
  named: permits(notFound(bepzaMessages.noApplication())),
  shown: 'permit',
};

/** An order may be named with or without its suffix: "364204" and "364204-58658" are the same order. */
export const supplierOrderReferences = (message: Message): ReferenceRule => ({
  named: (row) => named('order', row['order_no']?.split('-')[0], () => notFound(message)),
});

const trackedKinds: Readonly<Record<string, ReferenceKind>> = {
  PO: 'order',
  SO: 'shipping order',
  HBL: 'house bill',
};

export const expIssueReferences: ReferenceRule = {
  named: (row) => [
    ...named('erc', row['exporter_erc'], () => rejected('Exporter ERC is not registered.')),
    ...named('bin', row['exporter_bin'], () => rejected('Exporter BIN is not active.')),
  ],
  shown: 'exp',
};

export const bookingReferences: ReferenceRule = {
  named: (row) => named('order', row['po_no'], (order) => notFound(quote(`PO ${order} not found.`))),
  shown: 'shipping order',
};

export const bookingDownloadReferences: ReferenceRule = {
  named: (row) => {
    const unknown = () => notFound(damcoMessages.noBooking());
    return [...named('shipping order', row['so_no'], unknown), ...named('order', row['po_no'], unknown)];
  },
  shown: 'shipping order',
};

export const receiptReferences: ReferenceRule = {
  named: (row) => [
    ...shippingOrder(row),
    // The forwarder accepts any EXP number, so it has no message for an unknown one.
    ...mentionedExp(row, (exp) => notFound(expMessages.notFound({ exp }))),
  ],
  shown: 'receipt',
};

export const bookingDocumentReferences: ReferenceRule = {
  named: (row) => named('shipping order', row['so_no'], () => notFound(quote('No object found.'))),
};

export const claimReferences: ReferenceRule = {
  // The bank accepts any EXP number as well.
  named: (row) => mentionedExp(row, (exp) => notFound(expMessages.notFound({ exp }))),
};

export const trackedReferences: ReferenceRule = {
  named: (row) => {
    const kind = trackedKinds[row['search_type'] ?? ''];
    return kind ? named(kind, row['search_value'], () => notFound(trackingMessages.noShipment())) : [];
  },
};

export const rexReferences: ReferenceRule = {
  named: (row) =>
    named('rex', row['rex_no'], (rex) => rejected(`REX No ${rex} is not the number of this account.`)),
};
