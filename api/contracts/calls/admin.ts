/** Calls of administrators. */
import { z } from 'zod';
import { limits } from '../limits.ts';
import { group, type CallTable } from './call.ts';

const admin = group('Administration');
const admins = { access: 'admin' } as const;

export const adminCalls = {
  'POST /api/blog/images': admin('Store a picture of a post.', {
    ...admins,
    form: {
      fields: z.object({}),
      files: { image: 'The picture.' },
      bytesMax: limits.imageRequestBytesMax,
    },
    answer: z.object({
      id: z.string(),
      url: z.string(),
      contentType: z.string(),
      sizeBytes: z.number().int(),
    }),
    errors: ['INVALID_IMAGE'],
  }),
} satisfies CallTable;
