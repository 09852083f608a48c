/** Calls about saved views of the list of jobs. They are for the page, so tokens cannot make them. */
import { z } from 'zod';
import { renameViewBody, savedView, savedViewParam, saveViewBody } from '#contracts/jobs/saved-views.ts';
import { group, type CallTable } from '../call.ts';

const job = group('Jobs');

export const savedViewCalls = {
  'GET /api/saved-views': job('List the views of your jobs that you have saved, oldest first.', {
    access: 'verified',
    answer: z.object({ views: z.array(savedView) }),
  }),
  'POST /api/saved-views': job('Save a view of your jobs. It replaces the one of the same name.', {
    access: 'verified',
    body: saveViewBody,
    answer: z.object({ view: savedView }),
    errors: ['LIMIT_REACHED'],
  }),
  'PUT /api/saved-views/:viewId': job('Rename a saved view.', {
    access: 'verified',
    params: savedViewParam,
    body: renameViewBody,
    answer: z.object({}),
    errors: ['VIEW_NAME_TAKEN'],
  }),
  'DELETE /api/saved-views/:viewId': job('Delete a saved view. The jobs stay.', {
    access: 'verified',
    params: savedViewParam,
    answer: z.object({}),
  }),
} satisfies CallTable;
