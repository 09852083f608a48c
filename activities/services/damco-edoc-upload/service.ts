/** Damco E-Document Upload: shipping documents to their shipping orders. */
import { sheetExtensions, type AvailableService } from '../contract.ts';
import { clientCode, documentType, shippingOrder } from '../damco-fields.ts';
import { documentReference, isEarlierResult } from '../fields-documents.ts';

export const damcoEdocUploadService = {
  id: 'damco-edoc-upload',
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
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'available',
  input: {
    kind: 'sheet',
    columns: [
      { name: 'so_no', aliases: ['so', 'shipping order'], required: true, ...shippingOrder },
      { name: 'consignee_code', aliases: ['be code', 'client code'], required: true, ...clientCode },
      { name: 'document_type', aliases: ['type'], required: true, ...documentType },
      { name: 'document', aliases: ['file name', 'file', 'source'], required: true, ...documentReference },
    ],
    naturalKey: (row) => `${row['so_no']}|${row['document_type']}|${row['document']?.toLowerCase()}`,
    documents: 'optional',
    sampleHasDocuments: true,
    documentNames: ({ document }) => (document === undefined || isEarlierResult(document) ? [] : [document]),
  },
  portal: 'damco',
  credentials: 'damco_shipper',
  effect: 'submit',
} as const satisfies AvailableService;
