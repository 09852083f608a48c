/** The details of an EXP, from the portal's labels and formats to our columns. */
import { PortalFault } from '#activities/portals/contract.ts';

type Kind = 'text' | 'date' | 'number';

/** In the order of the result workbook; the AD code is there already, as a key column. */
const fields = [
  ['exp_date', 'EXP Date', 'date'],
  // Not "status", which is the row's own in every result.
  ['portal_status', 'Status', 'text'],
  ['exporter_erc', 'Exporter ERC', 'text'],
  ['exporter_bin', 'Exporter BIN', 'text'],
  ['exporter_name', 'Exporter Name', 'text'],
  ['sector', 'Sector', 'text'],
  ['invoice_no', 'Invoice No', 'text'],
  ['invoice_date', 'Invoice Date', 'date'],
  ['contract_type', 'Contract Type', 'text'],
  ['contract_no', 'Contract No', 'text'],
  ['contract_date', 'Contract Date', 'date'],
  ['importer_name', 'Importer Name', 'text'],
  ['importer_address', 'Importer Address', 'text'],
  ['destination_country', 'Destination Country', 'text'],
  ['destination_port', 'Destination Port', 'text'],
  ['port_of_shipment', 'Port of Shipment', 'text'],
  ['transport_mode', 'Mode of Transport', 'text'],
  ['hs_code', 'HS Code', 'text'],
  ['commodity', 'Commodity', 'text'],
  ['quantity', 'Quantity', 'number'],
  ['unit', 'Unit', 'text'],
  ['currency', 'Currency', 'text'],
  ['incoterm', 'Incoterm', 'text'],
  ['invoice_value', 'Invoice Value', 'number'],
  ['freight', 'Freight', 'number'],
  ['insurance', 'Insurance', 'number'],
  ['commission', 'Commission', 'number'],
  ['fob_value', 'FOB Value', 'number'],
  ['gross_weight_kg', 'Gross Weight (kg)', 'number'],
  ['net_weight_kg', 'Net Weight (kg)', 'number'],
  ['cartons', 'Cartons', 'number'],
  ['duplicate_reported_on', 'Duplicate Reported On', 'date'],
  ['triplicate_realised_value', 'Realised Value', 'number'],
  ['realised_on', 'Realised On', 'date'],
] as const satisfies readonly (readonly [column: string, label: string, kind: Kind])[];

export const detailColumns: readonly string[] = fields.map(([column]) => column);

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** Never a guess: a label that is missing or a value in another format means that the portal was rebuilt. */
export function readDetails(
  details: ReadonlyMap<string, string>,
  expNumber: string,
): Record<string, string | number | null> {
  const shown = details.get('EXP No');
  if (shown !== expNumber) throw changed(`shows EXP "${shown ?? ''}" instead of ${expNumber}`);
  return Object.fromEntries(
    fields.map(([column, label, kind]) => {
      const text = details.get(label);
      if (text === undefined) throw changed(`has no "${label}"`);
      return [column, text === '' ? null : convert(text, kind, label)];
    }),
  );
}

function convert(text: string, kind: Kind, label: string): string | number {
  if (kind === 'text') return text;
  const value = kind === 'date' ? isoDate(text) : plainNumber(text);
  if (value === undefined) throw changed(`shows "${text}" as "${label}"`);
  return value;
}

/** 08-NOV-2026 → 2026-11-08. */
function isoDate(text: string): string | undefined {
  const [, day, name = '', year] = /^(\d{2})-([A-Z]{3})-(\d{4})$/i.exec(text) ?? [];
  const month = months.indexOf(name.toUpperCase()) + 1;
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}-${day}` : undefined;
}

/** 61,500.00 → 61500; 12,34,567.00 as well. */
function plainNumber(text: string): number | undefined {
  const digits = text.replaceAll(',', '');
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}

function changed(what: string): PortalFault {
  return new PortalFault('PORTAL_CHANGED', `The details page of the portal ${what}.`);
}
