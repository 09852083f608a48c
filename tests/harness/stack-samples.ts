/** A service's own sample on a test stack: its files, its preview, and the state of its rows and credits afterwards. */
import type { JobRow, Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import { sampleHasZip, type ServiceDefinition } from '#services/contract.ts';
import type { Customer } from '#temporal/local/customer.ts';

export async function template(
  customer: Customer,
  { id }: ServiceDefinition,
  extension: string,
): Promise<File> {
  const { bytes } = await customer.download(`/templates/${id}.${extension}`);
  return new File([bytes], `sample.${extension}`);
}

/** Includes the sample's ZIP where the service needs one. */
export async function previewSheet(
  customer: Customer,
  service: ServiceDefinition,
  sheet: File,
): Promise<Preview> {
  const zip = sampleHasZip(service) ? await template(customer, service, 'zip') : undefined;
  return customer.preview(service.id, sheet, zip);
}

export async function creditsLeft(customer: Customer): Promise<{ credits: number; reservedCredits: number }> {
  const { user } = await customer.read<{ user: { credits: number; reservedCredits: number } }>(
    `/api/users/${customer.userId}`,
  );
  return user;
}

/** A row in the form of `expected.json`. */
export function asExpected({ outcome, portalReference, values, documents }: JobRow) {
  return {
    outcome,
    ...(portalReference === null ? {} : { portalReference }),
    values,
    ...(documents.length === 0 ? {} : { documents: documents.map(({ name }) => name) }),
  };
}
