/** Calls about tokens, webhooks and schedules. */
import { z } from 'zod';
import { apiTokenBody, apiTokenPath } from '#contracts/integrations/api-tokens.ts';
import { apiToken, createdSchedule, delivery, schedule, webhook } from './system-answers.ts';
import { confirmation, group, ownerErrors, type CallTable } from './call.ts';
import { changeScheduleBody, scheduleForm, schedulePath } from '#contracts/integrations/schedules.ts';
import {
  changeWebhookBody,
  deliveriesQuery,
  deliveryPath,
  webhookBody,
  webhookPath,
} from '#contracts/integrations/webhooks.ts';

const access = group('API access');
const schedules = group('Schedules');
const verified = { access: 'verified' } as const;

export const systemCalls = {
  'GET /api/openapi.json': access('This description.', {
    ...verified,
    scope: 'any',
    file: 'application/json',
  }),
  'GET /api/api-tokens': access('Tokens, newest first.', {
    ...verified,
    answer: z.object({ apiTokens: z.array(apiToken) }),
  }),
  'POST /api/api-tokens': access('Make a token. It is told this once.', {
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
  'GET /api/webhooks': access('Webhooks with their last delivery.', {
    ...verified,
    answer: z.object({ webhooks: z.array(webhook) }),
  }),
  'POST /api/webhooks': access('Register a webhook. Its secret is told this once.', {
    ...verified,
    limit: 'systemsChangePerUser',
    body: webhookBody,
    answer: z.object({ secret: z.string(), webhook }),
    errors: ['LIMIT_REACHED', 'WEBHOOK_ADDRESS_REFUSED', ...ownerErrors],
  }),
  'PUT /api/webhooks/:id': access(
    'Change a webhook, or switch it on or off. Another address takes the password.',
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
  'GET /api/webhooks/:id/deliveries': access('Deliveries, newest first.', {
    ...verified,
    params: webhookPath,
    query: deliveriesQuery,
    answer: z.object({ deliveries: z.array(delivery), totalCount: z.number().int() }),
  }),
  'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': access(
    'Deliver again, under the same event id.',
    {
      ...verified,
      limit: 'webhookSendPerUser',
      params: deliveryPath,
      answer: z.object({ delivery }),
      errors: ['WEBHOOK_OFF', 'DELIVERY_UNDER_WAY'],
    },
  ),
  'GET /api/schedules': schedules('Schedules in the order of the day.', {
    ...verified,
    answer: z.object({ schedules: z.array(schedule) }),
  }),
  'POST /api/schedules': schedules('Run a file, or the rows of a past job, every day.', {
    ...verified,
    limit: 'systemsChangePerUser',
    form: { fields: scheduleForm, files: { file: 'The sheet of the service, unless a past job is named.' } },
    answer: createdSchedule,
    errors: [
      'LIMIT_REACHED',
      'SERVICE_NOT_SCHEDULABLE',
      'SERVICE_NOT_FOUND',
      'SERVICE_DISABLED',
      'SERVICE_NOT_CONNECTED',
      'CREDENTIALS_REQUIRED',
      'NO_BILLABLE_ROWS',
      'INVALID_FILE_TYPE',
      'FILE_UNREADABLE',
      'UNAVAILABLE',
    ],
  }),
  'PUT /api/schedules/:id': schedules('Change the name or time, pause or resume.', {
    ...verified,
    params: schedulePath,
    body: changeScheduleBody,
    answer: z.object({ schedule }),
    errors: ['UNAVAILABLE'],
  }),
  'DELETE /api/schedules/:id': schedules('Delete a schedule and its file.', {
    ...verified,
    params: schedulePath,
    answer: confirmation,
    errors: ['UNAVAILABLE'],
  }),
} satisfies CallTable;
