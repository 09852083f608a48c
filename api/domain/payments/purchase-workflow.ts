/** Calls a purchase's workflow from the API: starts, updates and signals it. A lost workflow is started again. */
import { refusalsIn, searchableBy, startAndAsk } from '#api/adapters/workflows.ts';
import type { Deps } from '#api/deps.ts';
import { DomainError, errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import { purchaseWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { CreditPurchaseInput, HeldDecision, OpenedPayment } from '#workflows/purchase-messages.ts';
import type { creditPurchase } from '#workflows/credit-purchase.ts';

type WorkflowDeps = Pick<Deps, 'env' | 'temporal'>;
type Attempt = { id: string; userId: string };
type ReturnSignal = { status: 'success' | 'failure' | 'cancel' };

/**
 * Has the workflow open the payment at bKash. Returns the address to which the payer goes. Throws the workflow's own
 * errors, and PAYMENT_NOT_CREATED if Temporal cannot be reached.
 */
export function openInWorkflow(deps: WorkflowDeps, attempt: Attempt): Promise<OpenedPayment> {
  return update<OpenedPayment, []>(deps, attempt, 'openPayment', [], 'PAYMENT_NOT_CREATED');
}

/**
 * Passes an administrator's decision to the workflow of a held payment. Throws the workflow's own errors, and
 * UNAVAILABLE if Temporal cannot be reached.
 */
export function decideInWorkflow(
  deps: WorkflowDeps,
  attempt: Attempt,
  decision: HeldDecision,
): Promise<void> {
  return update<void, [HeldDecision]>(deps, attempt, 'decideHeld', [decision], 'UNAVAILABLE');
}

/** Signals the payer's return. If the purchase's workflow is gone, a new one continues from the attempt's state. */
export async function tellReturn(deps: WorkflowDeps, attempt: Attempt, claim: ReturnSignal): Promise<void> {
  await deps.temporal.workflow.signalWithStart<typeof creditPurchase, [ReturnSignal]>('creditPurchase', {
    ...startOptions(deps, attempt),
    signal: 'payerReturned',
    signalArgs: [claim],
  });
}

/** Asks the workflow to query bKash now. If the workflow is gone, a new one continues from the attempt's state. */
export async function tellToLook(deps: WorkflowDeps, attempt: Attempt): Promise<void> {
  await deps.temporal.workflow.signalWithStart<typeof creditPurchase>('creditPurchase', {
    ...startOptions(deps, attempt),
    signal: 'look',
  });
}

/** Starts the workflow of an attempt that has none; a running one continues. */
export async function resumePurchase(deps: WorkflowDeps, attempt: Attempt): Promise<void> {
  await deps.temporal.workflow.start<typeof creditPurchase>('creditPurchase', startOptions(deps, attempt));
}

/** Runs an update. The workflow's own errors are passed on; `fallback` is used for a transport error. */
async function update<Answer, Args extends unknown[]>(
  deps: WorkflowDeps,
  attempt: Attempt,
  name: string,
  args: Args,
  fallback: ErrorCode,
): Promise<Answer> {
  try {
    return await startAndAsk<typeof creditPurchase, Answer, Args>(
      deps.temporal,
      'creditPurchase',
      startOptions(deps, attempt),
      { name, args },
    );
  } catch (error) {
    throw refusalOf(error) ?? new DomainError(fallback, { cause: error });
  }
}

function refusalOf(error: unknown): DomainError | null {
  for (const { code, message } of refusalsIn(error))
    if (isErrorCode(code)) return new DomainError(code, { message });
  return null;
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

function startOptions({ env }: WorkflowDeps, attempt: Attempt) {
  const input: CreditPurchaseInput = {
    attemptId: attempt.id,
    userId: attempt.userId,
    minuteMs: env.PURCHASE_MINUTE_MS,
    executeLate: env.BKASH_EXECUTE_LATE,
    executeAgain: env.BKASH_EXECUTE_AGAIN,
  };
  return {
    workflowId: purchaseWorkflowId(attempt.id),
    taskQueue: taskQueues.main,
    args: [input] as [CreditPurchaseInput],
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    // A new run reads the attempt's state first, so that it repeats nothing.
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    typedSearchAttributes: searchableBy({ customer: attempt.userId, portal: 'bkash', state: 'new' }),
    staticSummary: 'Purchase of credits',
  };
}
