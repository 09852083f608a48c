/** Every call of the API that customers may make: what is described, and what API tokens open. */
import { accountCalls } from './openapi-account.ts';
import type { CustomerCalls } from './openapi-call.ts';
import { creditCalls } from './openapi-credits.ts';
import { jobCalls } from './openapi-jobs.ts';
import { systemCalls } from './openapi-systems.ts';
import { tableCalls } from './openapi-tables.ts';

/** By method and path, as the routes are registered. */
export const customerCalls: CustomerCalls = {
  ...jobCalls,
  ...tableCalls,
  ...creditCalls,
  ...systemCalls,
  ...accountCalls,
};
