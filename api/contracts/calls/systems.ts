/** The API's description: tokens, webhooks and schedules. */
import { z } from 'zod';
import { apiScopes, apiTokenBody, apiTokenPath, type ApiTokenView } from '../api-tokens.ts';
import { group, message, ownerErrors, type CallTable } from './call.ts';
import { changeScheduleBody, scheduleForm, schedulePath, type ScheduleView } from '../schedules.ts';
import {
  changeWebhookBody,
  deliveriesQuery,
  deliveryPath,
  deliveryStates,
  webhookBody,
  webhookEvents,
  webhookPath,
  type WebhookDeliveryView,
  type WebhookView,
} from '../webhooks.ts';

const access = group('API access');
const schedules = group('Schedules');
const verified = { access: 'verified' } as const;
const moment = z.iso.datetime();
const optionalMoment = moment.nullable();

const apiToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.enum(apiScopes)),
    state: z.enum(['active', 'expired', 'revoked']),
    createdAt: moment,
    expiresAt: optionalMoment,
    serviceIds: z
      .array(z.string())
      .nullable()
      .describe('Services that its calls may be about; null for all.'),
    creditCap: z.number().nullable().describe('Credits that its runs may use in all; null for no cap.'),
    creditsUsed: z.number().describe('What its runs were charged, and what is reserved for them now.'),
    addressRanges: z.array(z.string()).describe('Where it may be used from; empty for anywhere.'),
    lastUsedAt: optionalMoment,
    lastUsedAddress: z.string().nullable(),
  })
  .meta({ id: 'ApiToken' }) satisfies z.ZodType<ApiTokenView>;

const delivery = z
  .object({
    id: z.uuid(),
    event: z.string(),
    eventId: z.string(),
    state: z.enum(deliveryStates),
    attempts: z.number().int(),
    httpStatus: z.number().int().nullable(),
    failure: z.string(),
    createdAt: moment,
    deliveredAt: optionalMoment,
  })
  .meta({ id: 'WebhookDelivery' }) satisfies z.ZodType<WebhookDeliveryView>;

const webhook = z
  .object({
    id: z.uuid(),
    url: z.url(),
    events: z.array(z.enum(webhookEvents)),
    enabled: z.boolean(),
    failingSince: optionalMoment,
    createdAt: moment,
    lastDelivery: delivery.nullable(),
  })
  .meta({ id: 'Webhook' }) satisfies z.ZodType<WebhookView>;

const schedule = z
  .object({
    id: z.uuid(),
    name: z.string(),
    serviceId: z.string(),
    serviceName: z.string(),
    fileName: z.string(),
    time: z.string(),
    enabled: z.boolean(),
    nextRunAt: optionalMoment,
    lastRunAt: optionalMoment,
    lastJobId: z.uuid().nullable(),
    lastFailure: z.string(),
    createdAt: moment,
  })
  .meta({ id: 'Schedule' }) satisfies z.ZodType<ScheduleView>;

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
    body: apiTokenBody,
    answer: z.object({ token: z.string(), apiToken }),
    errors: ['LIMIT_REACHED', 'SERVICE_NOT_FOUND', ...ownerErrors],
  }),
  'DELETE /api/api-tokens/:id': access('Revoke a token.', {
    ...verified,
    params: apiTokenPath,
    answer: message,
  }),
  'GET /api/webhooks': access('Webhooks with their last delivery.', {
    ...verified,
    answer: z.object({ webhooks: z.array(webhook) }),
  }),
  'POST /api/webhooks': access('Register a webhook. Its secret is told this once.', {
    ...verified,
    body: webhookBody,
    answer: z.object({ secret: z.string(), webhook }),
    errors: ['LIMIT_REACHED', 'WEBHOOK_ADDRESS_REFUSED', ...ownerErrors],
  }),
  'PUT /api/webhooks/:id': access(
    'Change a webhook, or switch it on or off. Another address takes the password.',
    {
      ...verified,
      params: webhookPath,
      body: changeWebhookBody,
      answer: message,
      errors: ['WEBHOOK_ADDRESS_REFUSED', ...ownerErrors],
    },
  ),
  'DELETE /api/webhooks/:id': access('Remove a webhook and its deliveries.', {
    ...verified,
    params: webhookPath,
    answer: message,
  }),
  'POST /api/webhooks/:id/test': access('Send a test event.', {
    ...verified,
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
    form: { fields: scheduleForm, files: { file: 'The sheet of the service, unless a past job is named.' } },
    answer: z.object({ schedule, rows: z.number().int(), credits: z.number() }),
    errors: [
      'LIMIT_REACHED',
      'SERVICE_NOT_SCHEDULABLE',
      'SERVICE_NOT_FOUND',
      'SERVICE_DISABLED',
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
    answer: message,
    errors: ['UNAVAILABLE'],
  }),
} satisfies CallTable;
