/** Limits what is read from the ledger to the services of an API token. */
import { Prisma } from '#prisma/generated/client.ts';

/** The services of a token; null for a person, and for a token that is not limited to some services. */
export type SeenServices = readonly string[] | null;

/** SQL conditions on a transfer `t`: transfers of jobs of other services are left out. */
export const ofSeenServices = (serviceIds: SeenServices): Prisma.Sql[] =>
  serviceIds === null
    ? []
    : [
        Prisma.sql`(t.job_id IS NULL OR EXISTS (
          SELECT FROM jobs own WHERE own.id = t.job_id AND own.service_id = ANY(${[...serviceIds]}::text[])))`,
      ];
