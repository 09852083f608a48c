/** The administrators' overview. */
import { z } from 'zod';
import { admin, admins } from './admin-call.ts';
import type { CallTable } from './call.ts';
import { overview } from './overview-answers.ts';

export const overviewCalls = {
  'GET /api/admin/overview': admin(
    'Get the queue, the money held, the failures and what waits for a person.',
    {
      ...admins,
      answer: z.object({ overview }),
    },
  ),
} satisfies CallTable;
