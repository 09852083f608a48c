/** The EXP form: its columns in our sheets, the portal's labels for them, and the portal's formats. */
import type { FormItem, ItemKind } from '#activities/portals/form-items.ts';
import { monthNameDate } from '#contracts/calendar-days.ts';

const item = (column: string, label: string, kind: ItemKind = 'text'): FormItem => ({ column, label, kind });

const exporterItems = [
  item('exporter_erc', 'Exporter ERC'),
  item('exporter_bin', 'Exporter BIN'),
  item('exporter_name', 'Exporter Name'),
];

/** In the order of the form, in which the AD code precedes them. */
export const expItems: readonly FormItem[] = [
  ...exporterItems,
  item('sector', 'Sector', 'choice'),
  item('invoice_no', 'Invoice No'),
  item('invoice_date', 'Invoice Date', 'date'),
  item('contract_type', 'Contract Type', 'choice'),
  item('contract_no', 'Contract No'),
  item('contract_date', 'Contract Date', 'date'),
  item('importer_name', 'Importer Name'),
  item('importer_address', 'Importer Address'),
  item('destination_country', 'Destination Country'),
  item('destination_port', 'Destination Port'),
  item('port_of_shipment', 'Port of Shipment'),
  item('transport_mode', 'Mode of Transport', 'choice'),
  item('hs_code', 'HS Code'),
  item('commodity', 'Commodity'),
  item('quantity', 'Quantity', 'number'),
  item('unit', 'Unit', 'choice'),
  item('currency', 'Currency', 'choice'),
  item('incoterm', 'Incoterm', 'choice'),
  item('invoice_value', 'Invoice Value', 'number'),
  item('freight', 'Freight', 'number'),
  item('insurance', 'Insurance', 'number'),
  item('commission', 'Commission', 'number'),
  item('fob_value', 'FOB Value', 'number'),
  item('gross_weight_kg', 'Gross Weight (kg)', 'number'),
  item('net_weight_kg', 'Net Weight (kg)', 'number'),
  item('cartons', 'Cartons', 'number'),
];

export const issueItems: readonly FormItem[] = [item('ad_code', 'AD Code'), ...expItems];

export const correctionItems: readonly FormItem[] = [...expItems, item('reason', 'Reason')];

export const reportItems: readonly FormItem[] = [
  item('bill_of_export_office', 'Bill of Export Office'),
  item('bill_of_export_no', 'Bill of Export No'),
  item('bill_of_export_date', 'Bill of Export Date', 'date'),
  item('transport_doc_type', 'Transport Document Type', 'choice'),
  item('transport_doc_no', 'Transport Document No'),
  item('shipment_date', 'Shipment Date', 'date'),
  item('carrier_name', 'Carrier'),
  item('shipped_quantity', 'Shipped Quantity', 'number'),
  item('shipped_value', 'Shipped Value', 'number'),
  item('bank_bill_no', 'Bank Bill No'),
  item('bank_bill_date', 'Bank Bill Date', 'date'),
];

/** Converts a cell's canonical text to the portal's input format. */
export function typed(kind: ItemKind, text: string): string {
  return kind === 'date' ? monthNameDate(text) : text;
}
