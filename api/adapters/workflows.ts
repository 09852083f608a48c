/**
 * What the domain needs of Temporal's library: how a workflow is started and asked in one call, the values by which it is
 * found again, and what an error of the client means.
 */
import {
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  type Workflow,
  type WorkflowStartOptions,
} from '@temporalio/client';
import {
  ApplicationFailure,
  defineSearchAttributeKey,
  SearchAttributeType,
  TypedSearchAttributes,
} from '@temporalio/common';
import type { Temporal } from '#temporal/client.ts';
import { searchAttributes } from '#workflows/ids.ts';

/** The words of a refusal by a workflow: its code and its sentence. */
export type Refusal = { code: string; message: string };

type StartOptions<Started extends Workflow> = WorkflowStartOptions<Started> & {
  workflowIdConflictPolicy: 'USE_EXISTING';
};

/** Starts the workflow if it does not run, and asks it; one call, so that nothing can come between the two. */
export function startAndAsk<Started extends Workflow, Answer, Args extends unknown[]>(
  temporal: Temporal,
  name: string,
  options: StartOptions<Started>,
  update: { name: string; args: Args; id?: string },
): Promise<Answer> {
  const { id: updateId, args } = update;
  return temporal.workflow.executeUpdateWithStart<Started, Answer, Args>(update.name, {
    args,
    ...(updateId === undefined ? {} : { updateId }),
    startWorkflowOperation: new WithStartWorkflowOperation<Started>(name, options),
  });
}

/** Values by which the workflow is found in Temporal's UI and by the reconcilers. */
export function searchableBy(
  values: Partial<Record<keyof typeof searchAttributes, string>>,
): TypedSearchAttributes {
  const names = Object.keys(values) as (keyof typeof searchAttributes)[];
  return new TypedSearchAttributes(
    names.map((name) => ({
      key: defineSearchAttributeKey(searchAttributes[name], SearchAttributeType.KEYWORD),
      value: values[name] ?? '',
    })),
  );
}

/** What the workflow itself said against an update, from the outermost cause; empty for a fault on the way to it. */
export function refusalsIn(error: unknown): Refusal[] {
  if (!(error instanceof WorkflowUpdateFailedError)) return [];
  const refusals: Refusal[] = [];
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ApplicationFailure && cause.type)
      refusals.push({ code: cause.type, message: cause.message });
  return refusals;
}

/** The workflow was asked and refused; any other error leaves open whether it heard the question. */
export const isRefusal = (error: unknown): boolean => error instanceof WorkflowUpdateFailedError;

/** No workflow of the id runs, or ever ran. */
export const isGone = (error: unknown): boolean => error instanceof WorkflowNotFoundError;

/** A workflow of the id runs, or has run where it may run once only. */
export const isStartedBefore = (error: unknown): boolean =>
  error instanceof WorkflowExecutionAlreadyStartedError;
