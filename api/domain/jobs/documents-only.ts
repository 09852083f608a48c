/** Tells jobs that only make documents, which the customer hands in, from those that work on a portal. */
import { findService } from '#services/catalogue.ts';

/** A job of a service that can make only its documents, and that was started without a portal. */
export const isDocumentsOnly = ({
  serviceId,
  portal,
}: {
  serviceId: string;
  portal: string | null;
}): boolean => portal === null && findService(serviceId)?.preparesDocuments === true;
