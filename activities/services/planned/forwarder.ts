/** Planned services of the category Forwarder Handler. */
import { sheetExtensions, type PlannedService } from '../contract.ts';

export const damcoBooking = {
  id: 'damco-booking',
  name: 'Damco Booking',
  description:
    'Upload a sheet with your purchase orders, hand-over date, ports, quantities, cartons, weight and CBM. Each order line is booked with the forwarder, as a draft or submitted, as you choose. You get the shipping order number and the booking status of every row.',
  category: 'Forwarder Handler',
  icon: 'ship',
  features: [
    'Books single lines or all lines of a purchase order',
    'Saves as draft or submits, set row by row',
    'Warns when CBM per carton or weight per piece looks wrong',
    'Looks for an existing booking of the line first, so none is booked twice',
  ],
  defaultCostHundredths: 300,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const damcoBookingDownload = {
  id: 'damco-booking-download',
  name: 'Damco Booking Download',
  description:
    'Upload a sheet with shipping order or purchase order numbers. The booking confirmation of each is fetched from the forwarder. You get the PDFs and a workbook with status, cut-off date, vessel and ETD.',
  category: 'Forwarder Handler',
  icon: 'file-down',
  features: [
    'Searches by shipping order or by purchase order',
    'One booking confirmation PDF per shipping order',
    'Status, cartons, CBM, weight, vessel and ETD in one table',
  ],
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const damcoFcrSubmission = {
  id: 'damco-fcr-submission',
  name: 'Damco FCR Submission',
  description:
    "Upload a sheet with the shipping order, invoice, EXP, parties, cartons and weights of cargo the forwarder has received. A forwarder's cargo receipt (FCR) is requested for each row. You get the FCR number, its status and the draft as PDF.",
  category: 'Forwarder Handler',
  icon: 'clipboard-check',
  features: [
    'One FCR request per shipping order and invoice',
    "A refusal comes back in the forwarder's own words",
    'Draft FCR as PDF for your check',
    'Looks for an FCR of the same shipping order first, so none is requested twice',
  ],
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const damcoFcrExtractor = {
  id: 'damco-fcr-extractor',
  name: 'Damco FCR Extractor',
  description:
    'Upload a sheet with shipping order, FCR, PO or invoice numbers. The FCR mails in your mailbox are found and their attached PDFs are read. You get one table with the contents of all FCRs, and the PDFs.',
  category: 'Forwarder Handler',
  icon: 'mail-search',
  features: [
    'Searches by shipping order, FCR, PO or invoice number',
    'Parties, cartons, weights, CBM, vessel and container in columns',
    'The newest mail wins when an FCR was sent more than once',
    'Scanned PDFs and unknown layouts are reported, not guessed',
  ],
  defaultCostHundredths: 150,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;

export const damcoEdocUpload = {
  id: 'damco-edoc-upload',
  name: 'Damco E-Document Upload',
  description:
    "Upload a sheet that names the shipping order, the document type and the PDF from your earlier results. Each document is uploaded to its shipping order on the forwarder's portal. You get the time of upload and the document id for every row.",
  category: 'Forwarder Handler',
  icon: 'upload',
  features: [
    'Invoice, packing list, bill of lading, FCR and container load result',
    'Takes the PDFs from the results of your earlier jobs',
    'A document that is already there is not uploaded again',
  ],
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'planned',
} as const satisfies PlannedService;
