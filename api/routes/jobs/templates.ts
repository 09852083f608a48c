/**
 * GET /templates/<service-id>.<csv|xlsx|pdf|zip>: returns the sample file of a service, ready to be filled in, or its
 * documents.
 */
import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { templateWorkbook } from '#api/domain/jobs/intake/template-workbook.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { DomainError } from '#contracts/errors.ts';
import { findService } from '#services/catalogue.ts';
import { sampleHasZip, type ServiceDefinition } from '#services/contract.ts';
import { datedSample } from '#services/families/sample-dates.ts';

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const;
type Extension = keyof typeof contentTypes;

/** The samples change only with a release, and their dates once a day. */
const CACHE_S = 3600;
const byteOrderMark = '\uFEFF';

export function templateRoutes({ clock }: Pick<Deps, 'clock'>) {
  return new Hono<AppEnv>().get('/:file', async (c) => {
    const { service, extension } = templateOf(c.req.param('file'));
    const bytes = await templateBytes(service, extension, clock());
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': contentTypes[extension],
      'Content-Disposition': `attachment; filename="${service.id}.${extension}"`,
      'Cache-Control': `public, max-age=${CACHE_S}`,
    });
  });
}

function templateOf(file: string): { service: ServiceDefinition; extension: Extension } {
  const [, id, extension] = /^([a-z0-9-]+)\.(csv|xlsx|pdf|zip)$/.exec(file) ?? [];
  const service = id === undefined ? undefined : findService(id);
  if (!service || !hasTemplate(service, extension as Extension)) throw new DomainError('NOT_FOUND');
  return { service, extension: extension as Extension };
}

function hasTemplate(service: ServiceDefinition, extension: Extension): boolean {
  const { input, acceptedExtensions } = service;
  if (input.kind === 'pdf') return extension === 'pdf';
  if (extension === 'zip') return sampleHasZip(service);
  return extension !== 'pdf' && acceptedExtensions.includes(`.${extension}`);
}

async function templateBytes(
  { id, input }: ServiceDefinition,
  extension: Extension,
  today: Date,
): Promise<Uint8Array> {
  if (input.kind === 'pdf') return readSample(id, 'sample.pdf');
  if (extension === 'zip') return readSample(id, 'sample.zip');
  const text = (await readSample(id, 'sample.csv')).toString('utf8').replace(byteOrderMark, '');
  const sample = datedSample(text, today);
  // Excel reads Bengali in a CSV only after a byte order mark.
  return extension === 'csv' ? Buffer.from(byteOrderMark + sample) : templateWorkbook(input, sample);
}

/** `id` is an id of the catalogue, so the path stays inside its folder. */
function readSample(id: string, name: string): Promise<Buffer> {
  return readFile(new URL(`../../../activities/services/${id}/${name}`, import.meta.url));
}
