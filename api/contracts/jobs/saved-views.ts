/** Schemas of the calls about saved views: filters of the list of jobs that a customer has given a name. */
import { z } from 'zod';
import { printable } from '#contracts/accounts/auth.ts';
import {
  jobListPageSizes,
  jobListStates,
  jobSearchCharactersMax,
  savedViewNameLengthMax,
} from './job-list-rules.ts';

/** The parameters of the page's address, by their names there. The page number is not one of them. */
export const savedFilters = z.object({
  state: z.enum(jobListStates).optional(),
  service: z.string().min(1).max(60).optional(),
  days: z.enum(['7', '30', '90']).optional(),
  q: z.string().trim().min(1).max(jobSearchCharactersMax).optional(),
  size: z.enum(jobListPageSizes.map(String)).optional(),
});
export type SavedFilters = z.infer<typeof savedFilters>;

const name = z
  .string('Please give the view a name.')
  .trim()
  .min(1, 'Please give the view a name.')
  .max(savedViewNameLengthMax)
  .regex(printable, 'Please use letters, digits and punctuation only.');

export const saveViewBody = z.object({ name, filters: savedFilters });
export type SaveViewBody = z.infer<typeof saveViewBody>;
export const renameViewBody = z.object({ name });
export const savedViewParam = z.object({ viewId: z.uuid() });

export const savedView = z.object({ id: z.uuid(), name: z.string(), filters: savedFilters });
export type SavedView = z.infer<typeof savedView>;
