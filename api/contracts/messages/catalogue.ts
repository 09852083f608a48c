/** Lists all messages of the platform: the texts in both languages by key. */
import { pdfMessages } from '#activities/pdf/messages.ts';
import { bangladeshBankExpPortalMessages } from '#activities/portals/bangladesh-bank-exp/messages.ts';
import { bankCiPortalMessages } from '#activities/portals/bank-ci/messages.ts';
import { bepzaPortalMessages } from '#activities/portals/bepza/messages.ts';
import { cpaPortalMessages } from '#activities/portals/cpa/messages.ts';
import { customsPortalMessages } from '#activities/portals/customs/messages.ts';
import { damcoPortalMessages } from '#activities/portals/damco/messages.ts';
import { epbPortalMessages } from '#activities/portals/epb/messages.ts';
import { hmPortalMessages } from '#activities/portals/hm/messages.ts';
import { maerskTrackPortalMessages } from '#activities/portals/maersk-track/messages.ts';
import { mailboxPortalMessages } from '#activities/portals/mailbox/messages.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { myshipmentPortalMessages } from '#activities/portals/myshipment/messages.ts';
import { bepzaEpIssueMessages } from '#services/bepza-ep-issue/messages.ts';
import { bepzaIpIssueMessages } from '#services/bepza-ip-issue/messages.ts';
import { cashIncentiveApplicationMessages } from '#services/cash-incentive-application/messages.ts';
import { ctgPortTrackingMessages } from '#services/ctg-port-tracking/messages.ts';
import { customTrackingMessages } from '#services/custom-tracking/messages.ts';
import { damcoBookingDownloadMessages } from '#services/damco-booking-download/messages.ts';
import { damcoBookingMessages } from '#services/damco-booking/messages.ts';
import { damcoEdocUploadMessages } from '#services/damco-edoc-upload/messages.ts';
import { damcoFcrExtractorMessages } from '#services/damco-fcr-extractor/messages.ts';
import { damcoFcrSubmissionMessages } from '#services/damco-fcr-submission/messages.ts';
import { damcoTrackingMaerskMessages } from '#services/damco-tracking-maersk/messages.ts';
import { egmDownloadMessages } from '#services/egm-download/messages.ts';
import { expCorrectionMessages } from '#services/exp-correction/messages.ts';
import { expDuplicateReportingMessages } from '#services/exp-duplicate-reporting/messages.ts';
import { expIssueMessages } from '#services/exp-issue/messages.ts';
import { expSearchMessages } from '#services/exp-search/messages.ts';
import { bepzaMessages } from '#services/families/bepza-messages.ts';
import { correctionMessages } from '#services/families/correction-messages.ts';
import { customsMessages } from '#services/families/customs-messages.ts';
import { damcoMessages } from '#services/families/damco-messages.ts';
import { documentMessages } from '#services/families/document-messages.ts';
import { expMessages } from '#services/families/exp-messages.ts';
import { fieldMessages } from '#services/families/field-messages.ts';
import { hmMessages } from '#services/families/hm-messages.ts';
import { invoiceMessages } from '#services/families/invoice-messages.ts';
import { trackingMessages } from '#services/families/tracking-messages.ts';
import { hmEinvoiceCorrectionMessages } from '#services/hm-einvoice-correction/messages.ts';
import { hmEinvoiceCreateMessages } from '#services/hm-einvoice-create/messages.ts';
import { hmEinvoiceDownloadMessages } from '#services/hm-einvoice-download/messages.ts';
import { hmPackingListMessages } from '#services/hm-packing-list/messages.ts';
import { myshipmentTrackingMessages } from '#services/myshipment-tracking/messages.ts';
import { pdfExcelConverterMessages } from '#services/pdf-excel-converter/messages.ts';
import { rexSooSubmissionMessages } from '#services/rex-soo-submission/messages.ts';
import { accountMessages } from '../accounts/messages.ts';
import { creditMessages } from '../credits/messages.ts';
import { jobMessages } from '../jobs/messages.ts';
import { sheetMessages } from '../jobs/sheet-messages.ts';
import { uploadMessages } from '../jobs/upload-messages.ts';
import { paymentMessages } from '../payments/messages.ts';
import { loginMessages } from '../portals/messages.ts';
import type { Texts } from './define.ts';

type Area = Readonly<Record<string, { readonly key: string; readonly texts: Texts }>>;

const areas: readonly Area[] = [
  sheetMessages,
  uploadMessages,
  jobMessages,
  loginMessages,
  accountMessages,
  creditMessages,
  paymentMessages,
  pdfMessages,
  portalMessages,
  bangladeshBankExpPortalMessages,
  bankCiPortalMessages,
  bepzaPortalMessages,
  cpaPortalMessages,
  customsPortalMessages,
  damcoPortalMessages,
  epbPortalMessages,
  hmPortalMessages,
  maerskTrackPortalMessages,
  myshipmentPortalMessages,
  mailboxPortalMessages,
  fieldMessages,
  documentMessages,
  invoiceMessages,
  correctionMessages,
  expMessages,
  trackingMessages,
  customsMessages,
  bepzaMessages,
  damcoMessages,
  hmMessages,
  expIssueMessages,
  expCorrectionMessages,
  expDuplicateReportingMessages,
  expSearchMessages,
  bepzaEpIssueMessages,
  bepzaIpIssueMessages,
  cashIncentiveApplicationMessages,
  damcoBookingDownloadMessages,
  damcoBookingMessages,
  damcoFcrSubmissionMessages,
  damcoFcrExtractorMessages,
  damcoEdocUploadMessages,
  damcoTrackingMaerskMessages,
  ctgPortTrackingMessages,
  customTrackingMessages,
  egmDownloadMessages,
  hmEinvoiceCreateMessages,
  hmEinvoiceCorrectionMessages,
  hmEinvoiceDownloadMessages,
  hmPackingListMessages,
  rexSooSubmissionMessages,
  myshipmentTrackingMessages,
  pdfExcelConverterMessages,
];

export const catalogue: ReadonlyMap<string, Texts> = new Map(
  areas.flatMap((messages) => Object.values(messages).map(({ key, texts }) => [key, texts] as const)),
);
