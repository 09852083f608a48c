/**
 * The port through which the domain starts, asks and signals workflows, in the product's own words. The adapter decides
 * the workflow's id, its task queue and what happens if it already runs.
 *
 * A workflow that refuses throws WorkflowRefused, and one that no longer exists throws WorkflowGone, where a verb says
 * so. Any other error means that the workflow server could not be reached, and that the order may have arrived or not.
 */
import type { Message } from '#contracts/messages/message.ts';
import type { RealPlace } from '#contracts/portals/practice-portals.ts';
import type {
  Admission,
  AskedBy,
  BulkRetryInput,
  CredentialTestInput,
  CredentialTestResult,
  Decider,
  PageTrialInput,
  PageTrialResult,
  ServiceJobInput,
  StuckDecision,
} from '#workflows/messages.ts';
import type {
  CreditPurchaseInput,
  HeldDecision,
  OpenedPayment,
  PaymentRefundInput,
} from '#workflows/purchase-messages.ts';
import type { NoticeDeliveryInput } from '#workflows/system-messages.ts';
import type { PdfTablesEnd, PdfTablesInput } from '#workflows/table-messages.ts';

/** A refusal by a workflow: its code, its English sentence, and the sentence as data if it is not the code's own. */
export type Refusal = { code: string; message: string; said: Message | null };

/** The workflow received the order and refused it. */
export class WorkflowRefused extends Error {
  override readonly name = 'WorkflowRefused';
  /** What the workflow said, from the outermost cause; empty if it gave no code. */
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[], options: ErrorOptions) {
    super('The workflow refused the order.', options);
    this.refusals = refusals;
  }
}

/** No workflow of the id runs: none ever ran, or it has ended and may run once only. */
export class WorkflowGone extends Error {
  override readonly name = 'WorkflowGone';

  constructor(options: ErrorOptions) {
    super('The workflow no longer exists.', options);
  }
}

/** Returns what the workflow said against an order; empty for an error on the way to it. */
export const refusalsIn = (error: unknown): readonly Refusal[] =>
  error instanceof WorkflowRefused ? error.refusals : [];

export type JobRef = { id: string; serviceId: string };
/** `summary`: the line that Temporal's UI shows for the workflow. */
export type JobOrder = { input: ServiceJobInput; summary: string };

export type JobWorkflows = {
  /**
   * Starts the job's workflow and asks it to admit the job, in one call. A repeated call for the same attempt gets the
   * first answer. Throws WorkflowRefused, and WorkflowGone if the workflow has ended.
   */
  admit: (order: JobOrder, askedBy: AskedBy | null) => Promise<Admission>;
  /** Starts an ended job's workflow again and asks it to run the failed rows, in one call. Throws WorkflowRefused. */
  retryFailedRows: (order: JobOrder, askedBy: AskedBy | null) => Promise<Admission>;
  /** Starts the lost workflow of an admitted job; a running one continues. */
  resume: (order: JobOrder) => Promise<void>;
  /** Stops this attempt of the job; another one that runs by now continues. */
  stop: (job: JobRef & { attempt: number }) => Promise<void>;
  /** Decides a job that has waited for a person since this moment. Throws WorkflowRefused or WorkflowGone. */
  decideStuck: (
    job: JobRef,
    decided: { decision: StuckDecision; since: string; by: Decider },
  ) => Promise<void>;
  /** Tells the workflow that the answer to its question is stored. */
  tellAnswered: (job: JobRef, challengeId: string) => Promise<void>;
};

export type BulkRetryWorkflows = {
  /** Starts a bulk retry; one that runs or has run is left as it is. `summary`: as in JobOrder. */
  start: (input: BulkRetryInput, summary: string) => Promise<void>;
  isRunning: (bulkRetryId: string) => Promise<boolean>;
};

/** A reading that has been started; `end` waits until it has ended. */
export type StartedTables = { end: () => Promise<PdfTablesEnd> };

export type TableWorkflows = {
  /** Reads what the task asks for; `name` identifies it within the row. An identical running task is joined. */
  look: (input: PdfTablesInput, name: string) => Promise<StartedTables>;
  /** Exports a job's tables. If another export of the job runs, the answer is that one's. */
  export: (input: PdfTablesInput) => Promise<StartedTables>;
};

export type PurchaseWorkflows = {
  /** Begins a purchase: starts its workflow and asks it to open the payment page. Throws WorkflowRefused. */
  open: (purchase: CreditPurchaseInput) => Promise<OpenedPayment>;
  /** Settles a held payment. Throws WorkflowRefused. */
  decideHeld: (purchase: CreditPurchaseInput, decision: HeldDecision) => Promise<void>;
  /** Tells that the payer has returned, with the status that the address claims. */
  tellReturned: (
    purchase: CreditPurchaseInput,
    claim: { status: 'success' | 'failure' | 'cancel' },
  ) => Promise<void>;
  /** Asks the purchase to query bKash for its payment now. */
  requestQuery: (purchase: CreditPurchaseInput) => Promise<void>;
  /** Starts the workflow of a purchase that has none; a running one continues. */
  resume: (purchase: CreditPurchaseInput) => Promise<void>;
};

export type RefundWorkflows = {
  /** Starts a refund; a running one continues, and a lost one continues from its database record. */
  start: (refund: PaymentRefundInput) => Promise<void>;
  /** Like `start`, and informs the workflow that the stored refund was changed. */
  tellChanged: (refund: PaymentRefundInput) => Promise<void>;
};

/** When a timer runs; `minuteOfDay` is null if that is no single time of the day. */
export type TimerSetting = { minuteOfDay: number | null; enabled: boolean };
export type TimedSchedule = { id: string; name: string; minuteOfDay: number; enabled: boolean };

export type ScheduleTimers = {
  /** Creates or updates the daily timer of a schedule. */
  set: (schedule: TimedSchedule) => Promise<void>;
  /** Removes the timer of a schedule, if there is one. */
  remove: (scheduleId: string) => Promise<void>;
  /** Returns the timers by the ids of their schedules. A change of the last seconds may be missing. */
  timed: () => Promise<Map<string, TimerSetting>>;
};

export type Workflows = {
  jobs: JobWorkflows;
  bulkRetries: BulkRetryWorkflows;
  tables: TableWorkflows;
  purchases: PurchaseWorkflows;
  refunds: RefundWorkflows;
  /** Starts a delivery to a webhook; a running one continues, and an ended one is delivered again. */
  deliverToWebhook: (delivery: { deliveryId: string; userId: string }) => Promise<void>;
  /** Starts pushing or mailing a notification; a running delivery continues. */
  deliverNotice: (delivery: NoticeDeliveryInput) => Promise<void>;
  timers: ScheduleTimers;
  /** Logs in to the portal with the draft, and returns what the portal said. */
  testCredential: (test: CredentialTestInput) => Promise<CredentialTestResult>;
  /** Tries changes of a page map on a worker, and returns what was found. */
  tryPageMap: (trial: PageTrialInput) => Promise<PageTrialResult>;
  /** Starts a probe of a portal that was asked for; a running one continues. */
  probePortal: (portal: RealPlace) => Promise<void>;
  /** Notifies the workflow with the id `holder` that it now holds its lease on the portal. Throws WorkflowGone. */
  notifyLeaseGranted: (holder: string) => Promise<void>;
};
