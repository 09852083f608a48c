/**
 * GET /templates/<service-id>.<csv|xlsx|pdf|zip>: returns the sample file of a service, ready to be filled in, or its
 * documents.
 */
import { Hono } from 'hono';
import type { Deps } from '#api/deps.ts';
import { hasSample, sampleBytes, type SampleExtension } from '#api/domain/jobs/samples.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { csvType, workbookType } from '#contracts/content-types.ts';
import { DomainError } from '#contracts/errors.ts';
import { findService } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';

const contentTypes = {
  csv: csvType,
  xlsx: workbookType,
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const satisfies Record<SampleExtension, string>;

/** The samples change only with a release, and their dates once a day. */
const CACHE_S = 3600;

export function templateRoutes({ clock }: Pick<Deps, 'clock'>) {
  return new Hono<AppEnv>().get('/:file', async (c) => {
    const { service, extension } = templateOf(c.req.param('file'));
    const bytes = await sampleBytes(service, extension, clock());
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': contentTypes[extension],
      'Content-Disposition': `attachment; filename="${service.id}.${extension}"`,
      'Cache-Control': `public, max-age=${CACHE_S}`,
    });
  });
}

function templateOf(file: string): { service: ServiceDefinition; extension: SampleExtension } {
  const [, id, extension] = /^([a-z0-9-]+)\.(csv|xlsx|pdf|zip)$/.exec(file) ?? [];
  const service = id === undefined ? undefined : findService(id);
  if (!service || !hasSample(service, extension as SampleExtension)) throw new DomainError('NOT_FOUND');
  return { service, extension: extension as SampleExtension };
}
