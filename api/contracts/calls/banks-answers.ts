/** Response schemas of the calls about banks; the types are inferred from them. */
import { z } from 'zod';
import { portalBoardStates, unavailableReasons } from '#contracts/portals/portal-status.ts';
import { count, optionalMoment } from './parts.ts';
import { portalBoardEntry } from './portals-answers.ts';

export const bankChoice = z.object({
  key: z.string(),
  name: z.string(),
  nameBn: z.string(),
  hasDesk: z.boolean().describe('Whether claims can be filed there; else jobs only make the documents.'),
  unavailable: z
    .enum(unavailableReasons)
    .nullable()
    .describe('Why nothing can be filed there at the moment; null if something can.'),
});
export type BankChoice = z.infer<typeof bankChoice>;

/** The bank that a job is for; lists may contain jobs of several banks. */
export const jobBank = z
  .object({ key: z.string(), name: z.string(), nameBn: z.string() })
  .nullable()
  .describe('The bank that its claims are for, where there are several banks; else null.');
export type JobBank = z.infer<typeof jobBank>;

/** The state of a bank's desk, in the fields of a portal's. */
const deskOnBoard = portalBoardEntry.pick({
  pausedBy: true,
  opensAt: true,
  jobs: true,
  checks: true,
  probe: true,
  probing: true,
  behindSignIn: true,
});

export const bankEntry = z.object({
  key: z.string(),
  place: z.string().describe('Its name in calls about portals.'),
  nameEn: z.string(),
  nameBn: z.string(),
  hasDesk: z.boolean(),
  isEnabled: z.boolean(),
  addressVariable: z
    .string()
    .nullable()
    .describe('The variable of the environment that sets its address; null where two administrators do.'),
  state: z.enum([...portalBoardStates, 'documentsOnly']),
  since: optionalMoment,
  detail: z.string(),
  ...deskOnBoard.shape,
  address: z.string().nullable(),
  hosts: z.string(),
  proposedBy: z.string().nullable(),
  confirmedBy: z.string().nullable().describe('Null if no other administrator could confirm the address.'),
  addressSetAt: optionalMoment,
  pending: z
    .object({ address: z.string(), hosts: z.string(), by: z.string() })
    .nullable()
    .describe('An address that waits for a second administrator.'),
  pageMapVersion: count,
  pageMapUnused: count.describe('How many changes of that version have no effect any more.'),
});
export type BankEntry = z.infer<typeof bankEntry>;
