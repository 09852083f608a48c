/** Distinguishes jobs that only make documents, which the customer hands in, from jobs that file on a portal. */
import { findService } from '#services/catalogue.ts';

/** Returns whether the job was started without a portal, although its service has one. */
export const isDocumentsOnly = ({
  serviceId,
  portal,
}: {
  serviceId: string;
  portal: string | null;
}): boolean => portal === null && findService(serviceId)?.preparesDocuments === true;
