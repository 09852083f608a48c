/** The fields of both applications: column of the sheet, label on the portal, and format. */
import { typedText, type FormItem, type ItemKind } from '#activities/portals/form-items.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import { isNear, scaled } from '#contracts/decimals.ts';

export type PermitKind = 'export' | 'import';
/** `name` is the control's name without its `txt` or `ddl` prefix. */
export type ApplicationItem = FormItem & { name: string };

const item =
  (kind: ItemKind) =>
  (column: string, label: string, name: string): ApplicationItem => ({ column, label, name, kind });
const text = item('text');
const date = item('date');
const number = item('number');
const choice = item('choice');

const contract = [
  choice('contract_type', 'Contract Type', 'ContractType'),
  text('contract_no', 'Contract No', 'ContractNo'),
  date('contract_date', 'Contract Date', 'ContractDate'),
];
const enterprise = text('enterprise_code', 'Enterprise Code', 'EnterpriseCode');
const invoice = [
  text('invoice_no', 'Invoice No', 'InvoiceNo'),
  date('invoice_date', 'Invoice Date', 'InvoiceDate'),
];
const money = [
  choice('currency', 'Currency', 'Currency'),
  number('invoice_value', 'Invoice Value', 'InvoiceValue'),
];
const grossWeight = number('gross_weight_kg', 'Gross Weight (kg)', 'GrossWeight');

/** In the order of the forms; the zone comes from the login. */
export const headerItems: Readonly<Record<PermitKind, readonly ApplicationItem[]>> = {
  export: [
    enterprise,
    choice('ep_type', 'EP Type', 'PermitType'),
    ...invoice,
    text('exp_no', 'EXP No', 'ExpNo'),
    date('exp_date', 'EXP Date', 'ExpDate'),
    ...contract,
    text('buyer_name', 'Buyer Name', 'BuyerName'),
    text('destination_country', 'Destination Country', 'DestinationCountry'),
    text('port_of_shipment', 'Port of Shipment', 'PortOfShipment'),
    choice('transport_mode', 'Mode of Transport', 'TransportMode'),
    choice('incoterm', 'Incoterm', 'Incoterm'),
    ...money,
    number('fob_value', 'FOB Value', 'FobValue'),
    grossWeight,
    number('cartons', 'Cartons', 'Cartons'),
  ],
  import: [
    enterprise,
    choice('ip_type', 'IP Type', 'PermitType'),
    choice('material_class', 'Material Class', 'MaterialClass'),
    ...invoice,
    text('supplier_name', 'Supplier Name', 'SupplierName'),
    text('origin_country', 'Country of Origin', 'OriginCountry'),
    ...contract,
    choice('transport_doc_type', 'Transport Document Type', 'TransportDocType'),
    text('transport_doc_no', 'Transport Document No', 'TransportDocNo'),
    date('transport_doc_date', 'Transport Document Date', 'TransportDocDate'),
    text('port_of_entry', 'Port of Entry', 'PortOfEntry'),
    text('rotation_no', 'Rotation No', 'RotationNo'),
    text('line_no', 'Line No', 'LineNo'),
    text('exp_no', 'EXP No', 'ExpNo'),
    ...money,
    number('freight', 'Freight', 'Freight'),
    grossWeight,
    number('packages', 'Packages', 'Packages'),
  ],
};

/** Fields of one line of goods, the same in both forms. */
export const goodsItems: readonly ApplicationItem[] = [
  number('item_no', 'Item No', 'ItemNo'),
  text('hs_code', 'HS Code', 'HsCode'),
  text('description', 'Description of Goods', 'Description'),
  number('quantity', 'Quantity', 'Quantity'),
  choice('unit', 'Unit', 'Unit'),
  number('net_weight_kg', 'Net Weight (kg)', 'NetWeight'),
  number('item_fob', 'Item FOB', 'ItemFob'),
];

const DECIMALS = 3;

/** Returns whether the shown value equals the cell's, ignoring spacing and capitalisation. */
export function isItemShown(kind: ItemKind, cell: string | undefined, shown: string): boolean {
  if (cell === undefined || shown === '') return (cell ?? '') === shown;
  if (kind !== 'number') return isSameText(typedText(kind, cell), shown);
  const amount = shown.replaceAll(',', '');
  return /^\d+(\.\d+)?$/.test(amount) && isNear(scaled(amount, DECIMALS), scaled(cell, DECIMALS), 0n);
}
