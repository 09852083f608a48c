/** The fields of a claim: column of the sheet, label at the bank, and input format. */
import type { FormItem } from '#activities/portals/form-items.ts';

export type ClaimItem = FormItem & { id: string };

export const shipmentItems: readonly ClaimItem[] = [
  { column: 'invoice_no', label: 'Invoice No', id: '#invoiceNo', kind: 'text' },
  { column: 'invoice_date', label: 'Invoice Date', id: '#invoiceDate', kind: 'date' },
  { column: 'exp_no', label: 'EXP No', id: '#expNo', kind: 'text' },
  { column: 'exp_date', label: 'EXP Date', id: '#expDate', kind: 'date' },
  { column: 'bill_of_export_no', label: 'Bill of Export No', id: '#billNo', kind: 'text' },
  { column: 'bill_of_export_date', label: 'Bill of Export Date', id: '#billDate', kind: 'date' },
  { column: 'office_code', label: 'Customs Office', id: '#officeCode', kind: 'text' },
  { column: 'bl_no', label: 'B/L No', id: '#blNo', kind: 'text' },
  { column: 'bl_date', label: 'B/L Date', id: '#blDate', kind: 'date' },
  { column: 'contract_no', label: 'Contract No', id: '#contractNo', kind: 'text' },
  { column: 'contract_date', label: 'Contract Date', id: '#contractDate', kind: 'date' },
  { column: 'destination_country', label: 'Destination', id: '#destination', kind: 'text' },
  { column: 'hs_code', label: 'HS Code', id: '#hsCode', kind: 'text' },
  { column: 'currency', label: 'Currency', id: '#currency', kind: 'choice' },
  { column: 'invoice_value', label: 'Invoice Value', id: '#invoiceValue', kind: 'number' },
  { column: 'freight', label: 'Freight', id: '#freight', kind: 'number' },
  { column: 'insurance', label: 'Insurance', id: '#insurance', kind: 'number' },
  { column: 'commission', label: 'Foreign Commission', id: '#commission', kind: 'number' },
  { column: 'realised_value', label: 'Realised Value', id: '#realisedValue', kind: 'number' },
  { column: 'realisation_date', label: 'Realisation Date', id: '#realisationDate', kind: 'date' },
  { column: 'prc_no', label: 'PRC No', id: '#prcNo', kind: 'text' },
  { column: 'prc_date', label: 'PRC Date', id: '#prcDate', kind: 'date' },
];

export const certificateItems: readonly ClaimItem[] = [
  { column: 'btb_lc_no', label: 'BTB L/C No', id: '#btbLcNo', kind: 'text' },
  { column: 'btb_local_value', label: 'Local Material Value', id: '#btbLocalValue', kind: 'number' },
  { column: 'cmt_value', label: 'CMT Value', id: '#cmtValue', kind: 'number' },
  { column: 'btma_cert_no', label: 'BTMA Certificate No', id: '#btmaCertNo', kind: 'text' },
  { column: 'bgmea_cert_no', label: 'BGMEA/BKMEA Certificate No', id: '#bgmeaCertNo', kind: 'text' },
  { column: 'exchange_rate', label: 'Exchange Rate (BDT)', id: '#exchangeRate', kind: 'number' },
  { column: 'bank_branch', label: 'Branch', id: '#bankBranch', kind: 'text' },
  { column: 'account_no', label: 'Account No', id: '#accountNo', kind: 'text' },
];

export const claimItems: readonly ClaimItem[] = [...shipmentItems, ...certificateItems];
