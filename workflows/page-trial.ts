/** Tries changes of a portal's page map, while an administrator waits for the result. */
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import type { PageTrialInput, PageTrialResult } from './messages.ts';
import * as policies from './policies.ts';

const { tryPageMap } = proxyActivities<Activities>(policies.credentialTest);

export async function pageTrial(input: PageTrialInput): Promise<PageTrialResult> {
  return tryPageMap(input);
}
