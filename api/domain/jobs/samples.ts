/** The sample files of the services, with dates that fit today. */
import { readFile } from 'node:fs/promises';
import { sampleHasZip, type ServiceDefinition } from '#services/contract.ts';
import { datedSample } from '#services/families/sample-dates.ts';
import { writeLocal } from './intake/local-file.ts';
import { templateWorkbook } from './intake/template-workbook.ts';
import type { Uploaded } from './uploads.ts';

export type SampleExtension = 'csv' | 'xlsx' | 'pdf' | 'zip';

const byteOrderMark = '\uFEFF';

/** Returns whether the service has a sample of this type. */
export function hasSample(service: ServiceDefinition, extension: SampleExtension): boolean {
  const { input, acceptedExtensions } = service;
  if (input.kind === 'pdf') return extension === 'pdf';
  if (extension === 'zip') return sampleHasZip(service);
  return extension !== 'pdf' && acceptedExtensions.includes(`.${extension}`);
}

/** Returns a sample's contents, with dates relative to `today`. Call it only if `hasSample` is true. */
export async function sampleBytes(
  { id, input }: ServiceDefinition,
  extension: SampleExtension,
  today: Date,
): Promise<Uint8Array> {
  if (input.kind === 'pdf') return readSample(id, 'sample.pdf');
  if (extension === 'zip') return readSample(id, 'sample.zip');
  const text = (await readSample(id, 'sample.csv')).toString('utf8').replace(byteOrderMark, '');
  const sample = datedSample(text, today);
  // Excel reads Bengali in a CSV only after a byte order mark.
  return extension === 'csv' ? Buffer.from(byteOrderMark + sample) : templateWorkbook(input, sample);
}

/** Writes the sample into `folder`, with its documents, as if somebody had uploaded it. */
export async function sampleUpload(
  service: ServiceDefinition,
  { folder, today }: { folder: string; today: Date },
): Promise<Uploaded> {
  const write = async (extension: SampleExtension) =>
    writeLocal(folder, `${service.id}.${extension}`, await sampleBytes(service, extension, today));
  return {
    file: await write(service.input.kind === 'pdf' ? 'pdf' : 'csv'),
    documents: sampleHasZip(service) ? await write('zip') : null,
  };
}

/** `id` is an id of the catalogue, so the path stays inside its folder. */
function readSample(id: string, name: string): Promise<Buffer> {
  return readFile(new URL(`../../../activities/services/${id}/${name}`, import.meta.url));
}
