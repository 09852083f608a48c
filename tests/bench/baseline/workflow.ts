/** The smallest durable job: a workflow with one activity, the reference of the job benchmark. */
import { proxyActivities } from '@temporalio/workflow';

const { nothing } = proxyActivities<{ nothing: () => Promise<void> }>({ startToCloseTimeout: '1 minute' });

export async function baseline(): Promise<void> {
  await nothing();
}
