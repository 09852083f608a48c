/** Logs in to a portal once with the login a customer is about to save; the password never enters the workflow. */
import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import { loginMessages } from '#contracts/portals/messages.ts';
import type { CredentialTestInput, CredentialTestResult } from './messages.ts';
import * as policies from './policies.ts';
import { portalLease } from './portal-lease.ts';

const { testCredential } = proxyActivities<Activities>(policies.credentialTest);

/** A person waits for the result, so after this time in the queue the login is reported as being in use. */
const LEASE_TIMEOUT_MS = 20_000;

/** Returns `IN_USE` if no lease for the login becomes free in time. */
export async function credentialTest(input: CredentialTestInput): Promise<CredentialTestResult> {
  const { portal, userId, username } = input;
  const lease = portalLease({ portal, userId, username });
  try {
    const { granted } = await lease.request();
    if (!granted && !(await lease.wait(LEASE_TIMEOUT_MS))) {
      return {
        outcome: 'IN_USE',
        message: loginMessages.portalBusy(),
      };
    }
    return await testCredential(input);
  } finally {
    await CancellationScope.nonCancellable(() => lease.release());
  }
}
