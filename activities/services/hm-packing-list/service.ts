/** H&M Packing List Download: downloads the packing lists of an order, for one market or all. */
import { quote } from '#contracts/messages/message.ts';
import { sheetExtensions, type ServiceDefinition } from '#services/contract.ts';
import { invoiceNo, orderBeginning, orderNo, planningMarket } from '#services/families/hm-fields.ts';
import { supplierOrderReferences } from '#services/families/references.ts';

export const hmPackingListService = {
  id: 'hm-packing-list',
  position: 15,
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
  bengali: {
    name: 'H&M প্যাকিং লিস্ট ডাউনলোড',
    description:
      'অর্ডার নম্বর, চাইলে প্ল্যানিং মার্কেটসহ শিট আপলোড করুন। H&M পোর্টাল থেকে প্যাকিং লিস্ট আনা হয়। PDF এবং প্রতিটি কার্টন রেঞ্জের সাইজ ও ওজনসহ একটি টেবিল পাবেন।',
    features: [
      'অর্ডারের একটি মার্কেট বা সবগুলো',
      'কার্টন রেঞ্জ ধরে কার্টন, পিস ও সাইজ আলাদা শিটে',
      'নিট ওজন, মোট ওজন ও CBM, রেঞ্জ ধরে এবং মোট',
    ],
  },
  valueLabels: {
    markets: 'মার্কেট',
    not_released: 'যেসব মার্কেটের তালিকা এখনো ছাড়া হয়নি',
    total_pcs: 'মোট পিস',
  },
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
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
  referencesBeginning: orderBeginning,
  references: supplierOrderReferences(quote('No orders found.')),
} as const satisfies ServiceDefinition;
