/** GET /templates/<service-id>.<csv|xlsx|pdf>: the sample file of a service, ready to be filled in. */
import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';
import { templateWorkbook } from '#api/domain/intake/template-workbook.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { DomainError } from '#contracts/errors.ts';
import { findAvailableService } from '#services/catalogue.ts';
import type { AvailableService } from '#services/contract.ts';

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;
type Extension = keyof typeof contentTypes;

/** The samples change only with a release. */
const CACHE_S = 3600;
const byteOrderMark = '\uFEFF';

export function templateRoutes() {
  return new Hono<AppEnv>().get('/:file', async (c) => {
    const { service, extension } = templateOf(c.req.param('file'));
    const bytes = await templateBytes(service, extension);
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': contentTypes[extension],
      'Content-Disposition': `attachment; filename="${service.id}.${extension}"`,
      'Cache-Control': `public, max-age=${CACHE_S}`,
    });
  });
}

function templateOf(file: string): { service: AvailableService; extension: Extension } {
  const [, id, extension] = /^([a-z0-9-]+)\.(csv|xlsx|pdf)$/.exec(file) ?? [];
  const service = id === undefined ? undefined : findAvailableService(id);
  const isSheet = extension !== 'pdf';
  if (!service || (service.input.kind === 'sheet') !== isSheet) throw new DomainError('NOT_FOUND');
  return { service, extension: extension as Extension };
}

async function templateBytes({ id, input }: AvailableService, extension: Extension): Promise<Uint8Array> {
  if (input.kind === 'pdf') return readSample(id, 'sample.pdf');
  const sample = (await readSample(id, 'sample.csv')).toString('utf8').replace(byteOrderMark, '');
  // Excel reads Bangla in a CSV only behind the mark.
  return extension === 'csv' ? Buffer.from(byteOrderMark + sample) : templateWorkbook(input, sample);
}

/** `id` is one of the catalogue, so the path stays inside its folder. */
function readSample(id: string, name: string): Promise<Buffer> {
  return readFile(new URL(`../../activities/services/${id}/${name}`, import.meta.url));
}
