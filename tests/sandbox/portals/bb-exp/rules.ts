/** Why the portal refuses a filing, in its own words; undefined if it accepts it. */
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';
import { contractTotalCents, type Book } from './book.ts';
import { INCOTERMS } from './items.ts';
import { exporters, type Bill, type Exp, type Report } from './seed.ts';

const CONTRACT_DAYS_MAX = 365;
const CONTRACT_CENTS_MAX = 500_000_000;
const EMBARGOED = ['KP'];
/** Exporters beside those of the seed: one whose ERC has expired, and one with overdue proceeds. */
const EXPIRED_ERC = '260326110999000';
const OVERDUE_ERC = '260326110888000';
const inactiveBins = ['009999999-0909'];

export function refusalOfIssue(book: Book, exp: Exp, branches: readonly string[]): string | undefined {
  const { erc, bin } = exp.exporter;
  const registered = exporters.find((exporter) => exporter.erc === erc);
  if (!branches.includes(exp.adCode)) return 'You are not authorized for this AD.';
  if (erc === EXPIRED_ERC) return 'Exporter ERC has expired.';
  if (erc === OVERDUE_ERC) return 'Exporter is blocked: export proceeds are overdue.';
  if (!registered) return 'Exporter ERC is not registered.';
  if (registered.bin !== bin || inactiveBins.includes(bin)) return 'Exporter BIN is not active.';
  return refusalOfFacts(exp) ?? refusalOfContract(book, exp);
}

function refusalOfFacts(exp: Exp): string | undefined {
  const { hsCode, destinationCountry, incoterm, grossWeightKg, netWeightKg } = exp;
  const costs = exp.freightCents + exp.insuranceCents + exp.commissionCents;
  const chapter = Number(hsCode.slice(0, 2));
  if (!/^\d{8}$/.test(hsCode) || chapter < 1 || chapter > 97 || chapter === 77)
    return `HS Code ${hsCode} is not in the tariff.`;
  if (EMBARGOED.includes(destinationCountry)) return 'Export to this country is not permitted.';
  if (!INCOTERMS.includes(incoterm)) return 'Incoterm is not in the list.';
  if (Math.abs(exp.invoiceValueCents - costs - exp.fobValueCents) > 1)
    return 'FOB Value does not agree with the Invoice Value.';
  if (grossWeightKg !== null && netWeightKg !== null && grossWeightKg < netWeightKg)
    return 'Gross Weight is less than Net Weight.';
  return undefined;
}

function refusalOfContract(book: Book, exp: Exp): string | undefined {
  const ageDays = (Date.parse(exp.invoiceDate) - Date.parse(exp.contractDate)) / DAY_MS;
  if (ageDays > CONTRACT_DAYS_MAX) return 'Contract has expired.';
  if (contractTotalCents(book, exp.contractNo) + exp.invoiceValueCents > CONTRACT_CENTS_MAX)
    return 'Contract value is exhausted.';
  return undefined;
}

/** Checked before anything can be edited. */
export function refusalToCorrect(exp: Exp): string | undefined {
  switch (exp.status) {
    case 'Used in Bill of Export':
      return 'EXP is already used in a Bill of Export.';
    case 'Duplicate Reported':
    case 'Triplicate Reported':
      return 'Duplicate of this EXP is already reported.';
    case 'Cancelled':
      return 'EXP is cancelled.';
    case 'Draft':
    case 'Submitted to AD':
      return 'EXP is not issued yet.';
    default:
      return undefined;
  }
}

export const refusalOfCorrection = refusalOfFacts;

export function refusalToReport(exp: Exp): string | undefined {
  if (exp.report) return 'Duplicate of this EXP is already reported.';
  if (exp.status === 'Cancelled') return 'EXP is cancelled.';
  return undefined;
}

export function refusalOfReport(exp: Exp, bill: Bill, report: Report): string | undefined {
  const matches = exp.bill?.office === bill.office && exp.bill.no === bill.no && exp.bill.date === bill.date;
  if (!matches) return 'Bill of Export is not in the ASYCUDA match list.';
  if (report.shippedQuantity > exp.quantity) return 'Shipped Quantity is more than declared.';
  if (report.shippedValueCents > exp.invoiceValueCents) return 'Shipped Value is more than declared.';
  if (report.shipmentDate < bill.date) return 'Shipment Date is before the Bill of Export.';
  return undefined;
}
