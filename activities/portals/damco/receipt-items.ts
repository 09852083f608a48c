/** The fields of a forwarder's cargo receipt: column of the sheet, and label on the portal's form and page. */

export type ReceiptItem = { column: string; label: string; isChoice?: true };

export const receiptItems: readonly ReceiptItem[] = [
  { column: 'invoice_no', label: 'Invoice No' },
  { column: 'invoice_date', label: 'Invoice Date' },
  { column: 'exp_no', label: 'EXP No' },
  { column: 'exp_date', label: 'EXP Date' },
  { column: 'contract_no', label: 'Contract No' },
  { column: 'shipper_name', label: 'Shipper' },
  { column: 'consignee_name', label: 'Consignee' },
  { column: 'notify_party', label: 'Notify Party' },
  { column: 'cartons', label: 'Cartons' },
  { column: 'pieces', label: 'Pieces' },
  { column: 'gross_weight_kg', label: 'Gross Weight' },
  { column: 'cbm', label: 'Measurement' },
  { column: 'freight_term', label: 'Freight Term', isChoice: true },
  { column: 'originals', label: 'Originals', isChoice: true },
];
