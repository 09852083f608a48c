/** Schemas of the reason that an administrator gives for a change. */
import { z } from 'zod';
import { reasonLengthMax, reasonLengthMin } from './reason-rules.ts';

export const reasonOrEmpty = z.string().trim().max(reasonLengthMax).default('');
export const statedReason = z.string().trim().min(reasonLengthMin, 'Please say why.').max(reasonLengthMax);
