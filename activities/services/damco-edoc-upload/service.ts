/** Damco E-Document Upload: uploads shipping documents to their shipping orders. */
import { sheetExtensions, type ServiceDefinition } from '#services/contract.ts';
import { clientCode, documentType, shippingOrder } from '#services/families/damco-fields.ts';
import { documentReference, isEarlierResult } from '#services/families/fields-documents.ts';
import { bookingDocumentReferences } from '#services/families/references.ts';

export const damcoEdocUploadService = {
  id: 'damco-edoc-upload',
  position: 11,
  name: 'Damco E-Document Upload',
  description:
    "Upload a sheet that names the shipping order, the document type and the PDF, which comes from a ZIP beside the sheet or from your earlier results. Each document is uploaded to its shipping order on the forwarder's portal. You get the time of upload and the document id for every row.",
  category: 'Forwarder Handler',
  icon: 'upload',
  features: [
    'Invoice, packing list, bill of lading, FCR and container load result',
    'Takes PDFs from a ZIP or from the results of your earlier jobs',
    'A document that is already there is not uploaded again',
  ],
  bengali: {
    name: 'Damco ই-ডকুমেন্ট আপলোড',
    description:
      'SO, ডকুমেন্টের ধরন ও PDF-এর নাম লিখে শিট আপলোড করুন; PDF থাকে সঙ্গের ZIP-এ বা আগের ফলাফলে। প্রতিটি ডকুমেন্ট ফরোয়ার্ডারের পোর্টালে তার SO-তে আপলোড হয়। প্রতি সারিতে আপলোডের সময় ও ডকুমেন্ট আইডি পাবেন।',
    features: [
      'ইনভয়েস, প্যাকিং লিস্ট, বিল অব লেডিং, FCR ও কনটেইনার লোড রেজাল্ট',
      'ZIP থেকে বা আপনার আগের কাজের ফলাফল থেকে PDF',
      'আগে থেকে থাকা ডকুমেন্ট আবার আপলোড হয় না',
    ],
  },
  valueLabels: {
    file_name: 'ফাইলের নাম',
    portal_doc_id: 'পোর্টালে ডকুমেন্টের আইডি',
    uploaded_at: 'আপলোডের সময়',
  },
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      { name: 'so_no', aliases: ['so', 'shipping order'], required: true, ...shippingOrder },
      { name: 'consignee_code', aliases: ['be code', 'client code'], required: true, ...clientCode },
      { name: 'document_type', aliases: ['type'], required: true, ...documentType },
      { name: 'document', aliases: ['file name', 'file', 'source'], required: true, ...documentReference },
    ],
    naturalKey: (row) => `${row['so_no']}|${row['document_type']}|${row['document']?.toLowerCase()}`,
    namesCompany: true,
    documents: 'optional',
    sampleHasDocuments: true,
    documentNames: ({ document }) => (document === undefined || isEarlierResult(document) ? [] : [document]),
  },
  portal: 'damco',
  credentials: 'damco_shipper',
  effect: 'submit',
  references: bookingDocumentReferences,
} as const satisfies ServiceDefinition;
