/**
 * Kinds of notifications and their values, stored beside the English text so that a notification can be shown in
 * another language.
 */
import type { ApprovalKind } from '#contracts/accounts/approval-rules.ts';
import { isMessage, type Message } from '#contracts/messages/message.ts';

/** The job that ended. `bank` is set if the customer can choose among several. */
type About = { service: string; file: string; bank?: BankNames };
export type BankNames = { en: string; bn: string };

/** Services and files are named as they were at the time of the notification; amounts are in credits or taka. */
export type NoticeValues = {
  /** `notFound`: how many of the rows a look-up did not find; absent in notices of earlier versions. */
  job_completed: About & { done: number; rows: number; notFound?: number };
  /** `done` of `rows` have a result; both are absent in notices of earlier versions. */
  job_failed: About & {
    reason: Message;
    done?: number;
    rows?: number;
    notFound?: number;
  };
  /** How a practice run ended: `done` of `rows` have a result. */
  practice_ended: { service: string; file: string; done: number; rows: number; notFound?: number };
  login_refused: About & { reason: Message };
  login_managed: { portal: string };
  login_unmanaged: { portal: string };
  captcha_asked: { service: string; prompt: Message };
  code_asked: { service: string; prompt: Message };
  page_asked: { service: string; prompt: Message };
  /** The reminder that a portal's page waits for the customer. */
  page_waits: { service: string; prompt: Message };
  /** The portal works again; `jobs` of the customer's waited for it. */
  portal_back: { portal: string; jobs: number };
  credits_low: { balance: number; threshold: number };
  credits_returned: { service: string; file: string; credits: number; reason: string };
  /** Administrators have changed the balance by `credits`, which are negative if they were deducted. */
  credits_changed: { credits: number; balance: number; reason: string };
  payment_received: { credits: number };
  payment_repeated: { trxId: string };
  payment_refunded: { bdt: number; creditsTaken: number };
  payment_held: { bdt: number };
  payment_unconfirmed: { bdt: number };
  payment_not_taken: { bdt: number };
  payment_closed: { bdt: number };
  refund_delayed: { bdt: number };
  refund_not_made: { bdt: number; credits: number };
  refund_repeated: { bdt: number; trxId: string };
  payment_decision: { bdt: number };
  token_created: { name: string };
  webhook_off: { url: string };
  schedule_missed: { name: string; service: string; reason: Message };
  portal_changed: { portal: string; what: Message };
  job_stopped: About & { reason: Message };
  filing_repeated: { portal: string; service: string; row: number; times: number };
  filing_twins: { portal: string; service: string; row: number; references: string; clicks: number };
  approval_asked: { what: ApprovalKind; who: string };
  approval_confirmed: { what: ApprovalKind; who: string };
  approval_refused: { what: ApprovalKind; who: string };
  administrator_suspended: { name: string; who: string };
  workflow_failing: { service: string; file: string };
  payment_workflow_failing: { invoice: string };
  /** A row ended without an answer of the portal, which lists its filing now; `reference` is empty without a number. */
  filing_found: { service: string; file: string; row: number; reference: string };
  /** The portal had assigned no number yet when the row was filed, and has now. */
  filing_numbered: { service: string; file: string; row: number; reference: string };
  filings_unchecked: { portal: string };
  filing_gone: { portal: string; service: string; row: number; reference: string };
};

export type NoticeKind = keyof NoticeValues;

export type Notice<Kind extends NoticeKind = NoticeKind> = {
  [Each in Kind]: { kind: Each; values: NoticeValues[Each] };
}[Kind];

/** The values as a text receives them, with messages already rendered. */
type RenderedValues<Values> = {
  [Name in keyof Values]: Values[Name] extends Message ? string : Values[Name];
};

/** Texts of a notification: its title, its message, and the label of its link. */
export type NoticeTexts = {
  [Kind in NoticeKind]: (values: RenderedValues<NoticeValues[Kind]>) => {
    title: string;
    message: string;
    action?: string;
  };
};

/** Renders a notification in the language of the given texts. */
export function renderNotice<Kind extends NoticeKind>(
  texts: NoticeTexts,
  { kind, values }: { kind: Kind; values: NoticeValues[Kind] },
  /** Renders a message that is one of the values, in the language of the texts. */
  render: (message: Message) => string,
): ReturnType<NoticeTexts[NoticeKind]> {
  const rendered = Object.entries<unknown>(values).map(([name, value]) => [
    name,
    isMessage(value) ? render(value) : value,
  ]);
  return texts[kind](Object.fromEntries(rendered) as RenderedValues<NoticeValues[Kind]>);
}
