/** Shared parts of the administrators' calls. */
import { z } from 'zod';
import { waitingForSecond } from './accounts-answers.ts';
import { group } from './call.ts';

export const admin = group('Administration');
export const admins = { access: 'admin' } as const;
/** The response, or the notice that the change waits for a second administrator. */
export const orWaiting = <Answer extends z.ZodObject>(answer: Answer) => z.union([waitingForSecond, answer]);
