/**
 * Manages releases of the worker (Temporal's Worker Deployments): a job stays with the release that began it, and
 * everything else continues with the current one.
 */
import { isGrpcServiceError } from '@temporalio/client';
import type { WorkerDeploymentOptions } from '@temporalio/worker';
import type { Temporal } from './client.ts';

const DEPLOYMENT = 'chalan';
const NOT_FOUND = 5;
/** Number of releases that Temporal keeps; it removes those without workers and workflows. */
const RELEASES_MAX = 100;

export type Release = {
  buildId: string;
  isCurrent: boolean;
  /** Number of workflows that run on it. Its workers may be stopped when there are none and it is not current. */
  running: number;
};

/** Returns a worker's options for its release; undefined without a build id, so that all workers are equal. */
export const releaseOf = (buildId: string | undefined): WorkerDeploymentOptions | undefined =>
  buildId === undefined
    ? undefined
    : {
        version: { deploymentName: DEPLOYMENT, buildId },
        useWorkerVersioning: true,
        // Workflows that stay with their release set that themselves.
        defaultVersioningBehavior: 'AUTO_UPGRADE',
      };

/**
 * Sends new work to a release. Throws if Temporal knows no worker of it, or if it lacks a task queue that the previous
 * release has.
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
  const { workerDeploymentInfo } = await temporal.workflowService
    .describeWorkerDeployment({ namespace: temporal.options.namespace, deploymentName: DEPLOYMENT })
    .catch((error: unknown) => {
      if (isWithoutReleases(error)) return { workerDeploymentInfo: null };
      throw error;
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

/** Moves the workflows of a release to the current one, whose code replays their histories. Returns their number. */
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

/** Temporal knows of releases once a worker of one has started. It answers the same code for an unknown namespace. */
const isWithoutReleases = (error: unknown): boolean =>
  isGrpcServiceError(error) && error.code === NOT_FOUND && /deployment/i.test(error.details);

async function runningOn(temporal: Temporal, buildId: string): Promise<number> {
  const { count } = await temporal.workflow.count(queryFor(buildId));
  return count;
}

const queryFor = (buildId: string): string =>
  `TemporalWorkerDeploymentVersion = '${DEPLOYMENT}:${buildId}' AND ExecutionStatus = 'Running'`;
