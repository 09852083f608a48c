/** Calls about tokens, webhooks and schedules. */
import { z } from 'zod';
import { apiTokenBody, apiTokenPath } from '#contracts/integrations/api-tokens.ts';
import {
  changeScheduleBody,
  scheduleForm,
  schedulePath,
  scheduleSourceForm,
} from '#contracts/integrations/schedules.ts';
import {
  changeWebhookBody,
  deliveriesQuery,
  deliveryPath,
  webhookBody,
  webhookPath,
} from '#contracts/integrations/webhooks.ts';
import { confirmation, group, ownerErrors, type CallTable } from './call.ts';
import { fileErrors } from './jobs/job-errors.ts';
import { apiToken, createdSchedule, delivery, runPrice, schedule, webhook } from './integrations-answers.ts';

const access = group('API access');
const schedules = group('Schedules');
const verified = { access: 'verified' } as const;

const scheduleFile = { file: 'The sheet of the service, unless a past job is named.' };
const scheduleErrors = [
  ...fileErrors,
  'SERVICE_NOT_SCHEDULABLE',
  'SERVICE_NOT_FOUND',
  'SERVICE_DISABLED',
  'SERVICE_NOT_CONNECTED',
  'CREDENTIALS_REQUIRED',
  'NO_BILLABLE_ROWS',
  // Of the past job.
  'NOT_FOUND',
  'FILE_EXPIRED',
] as const;

export const integrationCalls = {
  'GET /api/openapi.json': access('Get this description.', {
    ...verified,
    scope: 'any',
    file: 'application/json',
  }),
  'GET /api/api-tokens': access('List your tokens, newest first.', {
    ...verified,
    answer: z.object({ apiTokens: z.array(apiToken) }),
  }),
  'POST /api/api-tokens': access('Create a token. It is shown only once.', {
    ...verified,
    limit: 'systemsChangePerUser',
    body: apiTokenBody,
    answer: z.object({ token: z.string(), apiToken }),
    errors: ['LIMIT_REACHED', 'SERVICE_NOT_FOUND', ...ownerErrors],
  }),
  'DELETE /api/api-tokens/:id': access('Revoke a token.', {
    ...verified,
    params: apiTokenPath,
    answer: confirmation,
  }),
  'GET /api/webhooks': access('List your webhooks with their last delivery.', {
    ...verified,
    answer: z.object({ webhooks: z.array(webhook) }),
  }),
  'POST /api/webhooks': access('Register a webhook. Its secret is shown only once.', {
    ...verified,
    limit: 'systemsChangePerUser',
    body: webhookBody,
    answer: z.object({ secret: z.string(), webhook }),
    errors: ['LIMIT_REACHED', 'WEBHOOK_ADDRESS_REFUSED', ...ownerErrors],
  }),
  'PUT /api/webhooks/:id': access(
    'Change a webhook, or switch it on or off. A new address needs your password.',
    {
      ...verified,
      limit: 'systemsChangePerUser',
      params: webhookPath,
      body: changeWebhookBody,
      answer: confirmation,
      errors: ['WEBHOOK_ADDRESS_REFUSED', ...ownerErrors],
    },
  ),
  'DELETE /api/webhooks/:id': access('Remove a webhook and its deliveries.', {
    ...verified,
    params: webhookPath,
    answer: confirmation,
  }),
  'POST /api/webhooks/:id/test': access('Send a test event.', {
    ...verified,
    limit: 'webhookSendPerUser',
    params: webhookPath,
    answer: z.object({ delivery }),
    errors: ['WEBHOOK_OFF'],
  }),
  'GET /api/webhooks/:id/deliveries': access('List the deliveries of a webhook, newest first.', {
    ...verified,
    params: webhookPath,
    query: deliveriesQuery,
    answer: z.object({ deliveries: z.array(delivery), totalCount: z.number().int() }),
  }),
  'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': access(
    'Deliver an event again under the same event id.',
    {
      ...verified,
      limit: 'webhookSendPerUser',
      params: deliveryPath,
      answer: z.object({ delivery }),
      errors: ['WEBHOOK_OFF', 'DELIVERY_UNDER_WAY'],
    },
  ),

  'GET /api/schedules': schedules('List your schedules in the order of the day.', {
    ...verified,
    answer: z.object({ schedules: z.array(schedule) }),
  }),
  'POST /api/schedules': schedules('Schedule a file, or the rows of a past job, to run every day.', {
    ...verified,
    limit: 'systemsChangePerUser',
    form: { fields: scheduleForm, files: scheduleFile },
    idempotent: true,
    answer: createdSchedule,
    errors: ['LIMIT_REACHED', ...scheduleErrors, 'IDEMPOTENCY_KEY_REUSED'],
  }),
  'POST /api/schedules/price': schedules(
    'Get the rows and the price of one run before you schedule it. This is free.',
    {
      ...verified,
      limit: 'systemsChangePerUser',
      form: { fields: scheduleSourceForm, files: scheduleFile },
      answer: runPrice,
      errors: scheduleErrors,
    },
  ),
  'GET /api/schedules/:id/price': schedules(
    'Get the rows of a schedule, and what its next run costs at today’s price.',
    {
      ...verified,
      params: schedulePath,
      answer: runPrice,
      errors: [...fileErrors, 'SERVICE_NOT_FOUND', 'NO_BILLABLE_ROWS'],
    },
  ),
  'PUT /api/schedules/:id': schedules("Change a schedule's name or time, pause or resume it.", {
    ...verified,
    params: schedulePath,
    body: changeScheduleBody,
    answer: z.object({ schedule }),
  }),
  'DELETE /api/schedules/:id': schedules('Delete a schedule and its file.', {
    ...verified,
    params: schedulePath,
    answer: confirmation,
  }),
} satisfies CallTable;
