/** H&M Packing List Download: fetches the packing lists of an order, of one market or of all. */
import { sheetExtensions, type AvailableService } from '../contract.ts';
import { invoiceNo, orderNo, planningMarket } from '../hm-fields.ts';

export const hmPackingListService = {
  id: 'hm-packing-list',
  name: 'H&M Packing List Download',
  description:
    'Upload a sheet with order numbers and, if you like, the planning market. The packing lists are fetched from the H&M supplier portal. You get the PDFs and one table with every carton range, its sizes and weights.',
  category: 'Buyer Handler',
  icon: 'package',
  features: [
    'One market of an order or all of them',
    'Cartons, pieces and sizes of every carton range in a sheet of its own',
    'Net weight, gross weight and CBM per carton range and in total',
  ],
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'available',
  input: {
    kind: 'sheet',
    columns: [
      { name: 'order_no', aliases: ['order', 'order number'], required: true, ...orderNo },
      { name: 'planning_market', aliases: ['market', 'pm'], required: false, ...planningMarket },
      { name: 'invoice_no', aliases: ['invoice', 'invoice number'], required: false, ...invoiceNo },
    ],
    naturalKey: (row) => [row['order_no'], row['planning_market'] ?? '', row['invoice_no'] ?? ''].join('|'),
  },
  portal: 'hm',
  credentials: 'hm_supplier',
  effect: 'read',
} as const satisfies AvailableService;
