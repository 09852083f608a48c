/**
 * Removes the heartbeat timeouts from activities for tests on virtual time, because the test server's time stops when
 * such a timeout passes for an activity that has ended. Tests on real time check the timeouts.
 */
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

export const interceptors: WorkflowInterceptorsFactory = () => ({
  outbound: [
    {
      scheduleActivity: (input, next) => {
        const { heartbeatTimeout: _, ...options } = input.options;
        return next({ ...input, options });
      },
    },
  ],
});
