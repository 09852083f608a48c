/** A service's own sample on a test stack: its files, its preview, and how its rows and the credits stand afterwards. */
import type { JobRow, Preview } from '#contracts/calls/job-answers.ts';
import { sampleHasZip, type ServiceDefinition } from '#services/contract.ts';
import type { Customer } from '#temporal/local/customer.ts';

export async function template(
  customer: Customer,
  { id }: ServiceDefinition,
  extension: string,
): Promise<File> {
  const { bytes } = await customer.download(`/templates/${id}.${extension}`);
  return new File([bytes as Uint8Array<ArrayBuffer>], `sample.${extension}`);
}

/** With the ZIP of the service's sample, where the service needs one. */
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

/** A row as `expected.json` has it. */
export function asExpected({ outcome, portalReference, values, documents }: JobRow) {
  return {
    outcome,
    ...(portalReference === null ? {} : { portalReference }),
    values,
    ...(documents.length === 0 ? {} : { documents: documents.map(({ name }) => name) }),
  };
}
