/**
 * For tests on virtual time: takes the heartbeat timeouts from activities, because the test server's time stands still from
 * the moment on at which one of them passes for an activity that has ended. Tests on real time hold the timeouts.
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
