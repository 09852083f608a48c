/** Planned services of the category Buyer Handler. */
import { sheetExtensions, type PlannedService } from '../contract.ts';

export const hmEinvoiceCreate = {
  id: 'hm-einvoice-create',
  name: 'H&M E-Invoice Create',
  description:
    'Upload a sheet with order, planning market, article, quantity, price and shipment data. Rows with the same invoice number become one e-invoice on the H&M supplier portal. You get the invoice id, the total and the invoice as PDF.',
  category: 'Buyer Handler',
  icon: 'receipt-text',
  features: [
    'Several articles and markets on one invoice',
    'Line amounts, weights and HS codes are checked first',
    'A draft that was left unfinished is continued, not created again',
    'Invoice PDF with status and total amount',
  ],
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const hmEinvoiceDownload = {
  id: 'hm-einvoice-download',
  name: 'H&M E-Invoice Download',
  description:
    'Upload a sheet with invoice numbers, order numbers or a range of dates. The matching e-invoices are fetched from the H&M supplier portal. You get the PDFs and a workbook with status, amount and payment date.',
  category: 'Buyer Handler',
  icon: 'download',
  features: [
    'Searches by invoice, by order or by dates up to 92 days apart',
    'One row may bring back many invoices',
    'Status, amount, currency and payment date in one table',
  ],
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const hmEinvoiceCorrection = {
  id: 'hm-einvoice-correction',
  name: 'H&M E-Invoice Correction',
  description:
    'Upload a sheet that names the invoice, the field, its old value, its new value and the reason. The e-invoice is corrected and submitted again on the H&M supplier portal unless it is already paid. You get the new version number and PDF.',
  category: 'Buyer Handler',
  icon: 'clipboard-pen',
  features: [
    'Quantity, price, booking number, cartons, weights, date or HS code',
    'Changes nothing when the old value is not what the portal shows',
    'Old and new values side by side in the result',
  ],
  defaultCostHundredths: 150,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const hmPackingList = {
  id: 'hm-packing-list',
  name: 'H&M Packing List Download',
  description:
    'Upload a sheet with order numbers and, if you like, the planning market. The packing lists are fetched from the H&M supplier portal. You get the PDFs and one table with every carton range, its sizes and weights.',
  category: 'Buyer Handler',
  icon: 'package',
  features: [
    'One market of an order or all of them',
    'Cartons, pieces per carton and sizes in columns',
    'Net weight, gross weight and CBM per carton range',
  ],
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;
