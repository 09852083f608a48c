/** The call that reads the administrators' overview. */
import { z } from 'zod';
import { admin, admins } from './admin-call.ts';
import type { CallTable } from './call.ts';
import { overview } from './overview-answers.ts';
import { limits } from '#contracts/limits.ts';

/** The format in which Temporal's UI sends payloads: bytes as base64. */
const payloads = z.object({
  payloads: z
    .array(
      z.object({
        metadata: z.record(z.string().max(100), z.string().max(1_000)).optional(),
        data: z.string().max(limits.payloadCharactersMax).optional(),
      }),
    )
    .max(limits.payloadsAtOnceMax),
});

export const overviewCalls = {
  'GET /api/admin/overview': admin(
    'Get the queue, the money held, the failures and what waits for a person.',
    {
      ...admins,
      answer: z.object({ overview }),
    },
  ),
  'POST /api/admin/temporal-payloads/decode': admin(
    "Decrypt what Temporal stores of workflows, for Temporal's UI.",
    {
      ...admins,
      body: payloads,
      answer: payloads,
    },
  ),
} satisfies CallTable;
