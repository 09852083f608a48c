/** Logs in to a portal once with the login a customer is about to save; the password never enters the workflow. */
import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import type { English } from '#contracts/messages/define.ts';
import type { loginMessages } from '#contracts/portals/messages.ts';
import type { CredentialTestInput, CredentialTestResult } from './messages.ts';
import * as policies from './policies.ts';
import { portalSlot } from './slot.ts';

const { testCredential } = proxyActivities<Activities>(policies.credentialTest);

/** A person waits for the result, so after this time in the queue the login is reported as being in use. */
const SLOT_TIMEOUT_MS = 20_000;

export async function credentialTest(input: CredentialTestInput): Promise<CredentialTestResult> {
  const { portal, userId, username } = input;
  const slot = portalSlot({ portal, userId, username });
  try {
    const { granted } = await slot.request();
    if (!granted && !(await slot.wait(SLOT_TIMEOUT_MS))) {
      return {
        outcome: 'IN_USE',
        message:
          'The portal is busy with your running job. Please test again when it has ended.' satisfies English<
            typeof loginMessages
          >,
      };
    }
    return await testCredential(input);
  } finally {
    await CancellationScope.nonCancellable(() => slot.release());
  }
}
