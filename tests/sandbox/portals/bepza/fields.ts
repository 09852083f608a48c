/** Fields of the two application forms, the required papers, and the zones. */

export type Kind = 'export' | 'import';
export type FormField = {
  key: string;
  label: string;
  kind: 'text' | 'date' | 'number' | 'choice';
  choices?: string[];
};

export const zones = ['CEPZ', 'DEPZ', 'AEPZ', 'KEPZ', 'MEPZ', 'CuEPZ', 'UEPZ', 'IEPZ', 'BEPZA-EZ'];
const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'SEK', 'CNY', 'INR', 'BDT'];
const incoterms = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'];

const text = (key: string, label: string): FormField => ({ key, label, kind: 'text' });
const date = (key: string, label: string): FormField => ({ key, label, kind: 'date' });
const number = (key: string, label: string): FormField => ({ key, label, kind: 'number' });
const choice = (key: string, label: string, choices: string[]): FormField => ({
  key,
  label,
  kind: 'choice',
  choices,
});

const contract = [
  choice('ContractType', 'Contract Type', ['LC', 'SC', 'TT']),
  text('ContractNo', 'Contract No'),
  date('ContractDate', 'Contract Date'),
];

export const headerFields: Record<Kind, readonly FormField[]> = {
  export: [
    text('EnterpriseCode', 'Enterprise Code'),
    choice('PermitType', 'EP Type', ['FOREIGN', 'DTA', 'INTER_EPZ', 'SUBCONTRACT', 'SAMPLE']),
    text('InvoiceNo', 'Invoice No'),
    date('InvoiceDate', 'Invoice Date'),
    text('ExpNo', 'EXP No'),
    date('ExpDate', 'EXP Date'),
    ...contract,
    text('BuyerName', 'Buyer Name'),
    text('DestinationCountry', 'Destination Country'),
    text('PortOfShipment', 'Port of Shipment'),
    choice('TransportMode', 'Mode of Transport', ['SEA', 'AIR', 'ROAD', 'RAIL', 'POST']),
    choice('Incoterm', 'Incoterm', incoterms),
    choice('Currency', 'Currency', currencies),
    number('InvoiceValue', 'Invoice Value'),
    number('FobValue', 'FOB Value'),
    number('GrossWeight', 'Gross Weight (kg)'),
    number('Cartons', 'Cartons'),
  ],
  import: [
    text('EnterpriseCode', 'Enterprise Code'),
    choice('PermitType', 'IP Type', [
      'FOREIGN',
      'DTA',
      'INTER_EPZ',
      'HAND_CARRY',
      'COURIER',
      'SAMPLE',
      'MACHINERY',
    ]),
    choice('MaterialClass', 'Material Class', [
      'RAW_MATERIAL',
      'ACCESSORIES',
      'MACHINERY',
      'SPARES',
      'CONSTRUCTION',
      'CHEMICAL',
    ]),
    text('InvoiceNo', 'Invoice No'),
    date('InvoiceDate', 'Invoice Date'),
    text('SupplierName', 'Supplier Name'),
    text('OriginCountry', 'Country of Origin'),
    ...contract,
    choice('TransportDocType', 'Transport Document Type', ['BL', 'AWB', 'COURIER', 'TRUCK_CHALLAN']),
    text('TransportDocNo', 'Transport Document No'),
    date('TransportDocDate', 'Transport Document Date'),
    text('PortOfEntry', 'Port of Entry'),
    text('RotationNo', 'Rotation No'),
    text('LineNo', 'Line No'),
    text('ExpNo', 'EXP No'),
    choice('Currency', 'Currency', currencies),
    number('InvoiceValue', 'Invoice Value'),
    number('Freight', 'Freight'),
    number('GrossWeight', 'Gross Weight (kg)'),
    number('Packages', 'Packages'),
  ],
};

export const itemFields: readonly FormField[] = [
  number('ItemNo', 'Item No'),
  text('HsCode', 'HS Code'),
  text('Description', 'Description of Goods'),
  number('Quantity', 'Quantity'),
  choice('Unit', 'Unit', ['PCS', 'DOZ', 'SET', 'PAIR', 'KGS', 'MTR']),
  number('NetWeight', 'Net Weight (kg)'),
  number('ItemFob', 'Item FOB'),
];

/** The fields that identify the invoice of an application. */
export const keyFields: Record<Kind, readonly string[]> = {
  export: ['EnterpriseCode', 'InvoiceNo'],
  import: ['EnterpriseCode', 'InvoiceNo', 'TransportDocNo'],
};

export const requiredDocuments: Record<Kind, readonly string[]> = {
  export: ['Commercial Invoice', 'Packing List', 'EXP Form', 'LC / Sales Contract'],
  import: ['Commercial Invoice', 'Packing List', 'Transport Document', 'LC / Sales Contract', 'EXP Form'],
};

/** An EXP is required for exports to other countries and for purchases inside the country. */
export function isRequired(kind: Kind, permitType: string, paper: string): boolean {
  if (paper !== 'EXP Form') return true;
  return kind === 'export' ? permitType === 'FOREIGN' : ['DTA', 'INTER_EPZ'].includes(permitType);
}

/** 1234567.50 as 1,234,567.50 */
export function grouped(amount: string): string {
  return amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
}

export const shown = ({ kind }: FormField, value: string): string =>
  kind === 'number' ? grouped(value) : value;
