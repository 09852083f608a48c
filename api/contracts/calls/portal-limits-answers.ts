/** Response schema of the calls about a portal's limits; the types are inferred from it. */
import { z } from 'zod';
import { portalLimits } from '#contracts/portals/portal-limits.ts';
import { moment } from './parts.ts';

export const portalLimitsAnswer = z.object({
  limits: portalLimits,
  adapterSessionsMax: z
    .int()
    .nullable()
    .describe('Sessions at a time without a limit of an administrator; null until a job was on the portal.'),
  ownSessionsPerJobMax: z.int().describe('Sessions of one job without a limit of an administrator.'),
  hasOneSessionPerLogin: z
    .boolean()
    .describe('Whether a login may have one session at a time, so that a job has one whatever is set.'),
  closed: z
    .object({ since: moment, until: moment })
    .nullable()
    .describe('The time in which the portal is closed now; null while it is open.'),
});
export type PortalLimitsAnswer = z.infer<typeof portalLimitsAnswer>;
