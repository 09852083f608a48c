/** Schema of the call that previews a post for an administrator as readers will see it. */
import { z } from 'zod';
import { blogLimits } from './blog-rules.ts';

export const previewPostBody = z.object({ content: z.string().max(blogLimits.contentCharactersMax) });
