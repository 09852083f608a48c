/** Calls a purchase's workflow from the API: starts, updates and signals it. A lost workflow is started again. */
import type { Deps } from '#api/deps.ts';
import { refusalsIn, type PurchaseWorkflows } from '#api/domain/workflows-port.ts';
import { DomainError, errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import type { CreditPurchaseInput, HeldDecision, OpenedPayment } from '#workflows/purchase-messages.ts';

type WorkflowDeps = Pick<Deps, 'env' | 'workflows'>;
type Attempt = { id: string; userId: string };
type ReturnSignal = Parameters<PurchaseWorkflows['tellReturned']>[1];

/**
 * Has the workflow open the payment at bKash. Returns the address to which the payer goes. Throws the workflow's own
 * errors, and PAYMENT_NOT_CREATED if Temporal cannot be reached.
 */
export function openInWorkflow(deps: WorkflowDeps, attempt: Attempt): Promise<OpenedPayment> {
  const { purchases } = deps.workflows;
  return asked(() => purchases.open(inputOf(deps, attempt)), 'PAYMENT_NOT_CREATED');
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
  const { purchases } = deps.workflows;
  return asked(() => purchases.decideHeld(inputOf(deps, attempt), decision), 'UNAVAILABLE');
}

/** Signals the payer's return. If the purchase's workflow is gone, a new one continues from the attempt's state. */
export function signalReturn(deps: WorkflowDeps, attempt: Attempt, claim: ReturnSignal): Promise<void> {
  return deps.workflows.purchases.tellReturned(inputOf(deps, attempt), claim);
}

/** Asks the workflow to query bKash now. If the workflow is gone, a new one continues from the attempt's state. */
export function signalQuery(deps: WorkflowDeps, attempt: Attempt): Promise<void> {
  return deps.workflows.purchases.requestQuery(inputOf(deps, attempt));
}

/** Starts the workflow of an attempt that has none; a running one continues. */
export function resumePurchase(deps: WorkflowDeps, attempt: Attempt): Promise<void> {
  return deps.workflows.purchases.resume(inputOf(deps, attempt));
}

/** Asks the workflow. Its own errors are passed on; `fallback` is used for a transport error. */
async function asked<Answer>(ask: () => Promise<Answer>, fallback: ErrorCode): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw refusalOf(error) ?? new DomainError(fallback, { cause: error });
  }
}

function refusalOf(error: unknown): DomainError | null {
  for (const { code, message, said } of refusalsIn(error))
    if (isErrorCode(code)) return said ? refusal(code, said) : new DomainError(code, { message });
  return null;
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

function inputOf({ env }: WorkflowDeps, attempt: Attempt): CreditPurchaseInput {
  return {
    attemptId: attempt.id,
    userId: attempt.userId,
    minuteMs: env.PURCHASE_MINUTE_MS,
    executeLate: env.BKASH_EXECUTE_LATE,
    executeAgain: env.BKASH_EXECUTE_AGAIN,
  };
}
