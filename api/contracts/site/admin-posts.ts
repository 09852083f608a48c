/** The call with which an administrator sees a post as readers will. */
import { z } from 'zod';
import { blogLimits } from './blog-rules.ts';

export const previewPostBody = z.object({ content: z.string().max(blogLimits.contentCharactersMax) });
