/**
 * What all areas need of Temporal's client: how a workflow is started and asked in one call, the values by which it is
 * found again, and what an error of the client means to the domain.
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
import { WorkflowGone, WorkflowRefused, type Refusal } from '#api/domain/workflows-port.ts';
import { isMessage, type Message } from '#contracts/messages/message.ts';
import type { Temporal } from '#temporal/client.ts';
import { searchAttributes } from '#workflows/ids.ts';

type StartOptions<Started extends Workflow> = WorkflowStartOptions<Started> & {
  workflowIdConflictPolicy: 'USE_EXISTING';
};

/**
 * Starts the workflow if it does not run, and asks it; one call, so that nothing can come between the two. Throws
 * WorkflowRefused.
 */
export function startAndAsk<Started extends Workflow, Answer, Args extends unknown[]>(
  temporal: Temporal,
  name: string,
  options: StartOptions<Started>,
  update: { name: string; args: Args; id?: string },
): Promise<Answer> {
  const { id: updateId, args } = update;
  return inDomainWords(() =>
    temporal.workflow.executeUpdateWithStart<Started, Answer, Args>(update.name, {
      args,
      ...(updateId === undefined ? {} : { updateId }),
      startWorkflowOperation: new WithStartWorkflowOperation<Started>(name, options),
    }),
  );
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

/** Makes the call; throws a refusal and a missing workflow as the port's errors, and other errors unchanged. */
export async function inDomainWords<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof WorkflowUpdateFailedError) throw new WorkflowRefused(refusalsOf(cause), { cause });
    if (cause instanceof WorkflowNotFoundError) throw new WorkflowGone({ cause });
    throw cause;
  }
}

/** What the workflow itself said against an update, from the outermost cause. */
function refusalsOf(error: WorkflowUpdateFailedError): Refusal[] {
  const refusals: Refusal[] = [];
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ApplicationFailure && cause.type)
      refusals.push({ code: cause.type, message: cause.message, said: saidIn(cause) });
  return refusals;
}

/** Failures recorded before messages were data have one detail only. */
function saidIn({ details }: ApplicationFailure): Message | null {
  const said = details?.[1];
  return isMessage(said) ? said : null;
}

/** A workflow of the id runs, or has run where it may run once only. */
export const isStartedBefore = (error: unknown): boolean =>
  error instanceof WorkflowExecutionAlreadyStartedError;
