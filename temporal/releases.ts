/**
 * Releases of the worker, as Temporal routes work to them: a job stays with the release that began it, and everything
 * else goes on with the current one (Temporal's Worker Deployments).
 */
import type { WorkerDeploymentOptions } from '@temporalio/worker';
import type { Temporal } from './client.ts';

const DEPLOYMENT = 'chalan';
/** Releases that Temporal keeps; it forgets those without workers and workflows. */
const RELEASES_MAX = 100;

export type Release = {
  buildId: string;
  isCurrent: boolean;
  /** Workflows that run on it. A worker of the release may be stopped when there are none, and it is not current. */
  running: number;
};

/** What a worker of the release tells Temporal; undefined without a build id, so that all workers are alike. */
export const releaseOf = (buildId: string | undefined): WorkerDeploymentOptions | undefined =>
  buildId === undefined
    ? undefined
    : {
        version: { deploymentName: DEPLOYMENT, buildId },
        useWorkerVersioning: true,
        // Workflows say themselves if they stay with their release.
        defaultVersioningBehavior: 'AUTO_UPGRADE',
      };

/**
 * Makes a release the one that new work goes to. Throws if Temporal knows no worker of it, or none of a task queue that
 * the release before has.
 */
export async function makeCurrent(temporal: Temporal, buildId: string): Promise<void> {
  await temporal.workflowService.setWorkerDeploymentCurrentVersion({
    namespace: temporal.options.namespace,
    deploymentName: DEPLOYMENT,
    buildId,
    identity: temporal.options.identity,
  });
}

/** Lists the releases that have workers or running workflows, the newest first. */
export async function listReleases(temporal: Temporal): Promise<Release[]> {
  const { workerDeploymentInfo } = await temporal.workflowService.describeWorkerDeployment({
    namespace: temporal.options.namespace,
    deploymentName: DEPLOYMENT,
  });
  const current = workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId;
  const buildIds = (workerDeploymentInfo?.versionSummaries ?? []).flatMap(
    ({ deploymentVersion }) => deploymentVersion?.buildId ?? [],
  );
  return Promise.all(
    buildIds.slice(0, RELEASES_MAX).map(async (buildId) => ({
      buildId,
      isCurrent: buildId === current,
      running: await runningOn(temporal, buildId),
    })),
  );
}

/**
 * Lets the workflows of a release go on with the current one, whose code replays their histories. Returns how many there
 * were.
 */
export async function moveToCurrent(temporal: Temporal, buildId: string): Promise<number> {
  let moved = 0;
  for await (const { workflowId, runId } of temporal.workflow.list({ query: queryFor(buildId) })) {
    await temporal.workflowService.updateWorkflowExecutionOptions({
      namespace: temporal.options.namespace,
      workflowExecution: { workflowId, runId },
      workflowExecutionOptions: { versioningOverride: { autoUpgrade: true } },
      updateMask: { paths: ['versioning_override'] },
    });
    moved += 1;
  }
  return moved;
}

async function runningOn(temporal: Temporal, buildId: string): Promise<number> {
  const { count } = await temporal.workflow.count(queryFor(buildId));
  return count;
}

const queryFor = (buildId: string): string =>
  `TemporalWorkerDeploymentVersion = '${DEPLOYMENT}:${buildId}' AND ExecutionStatus = 'Running'`;
