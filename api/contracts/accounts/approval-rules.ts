/** Kinds and states of the changes that a second administrator confirms, with their names; without schemas, for first views. */
import { textsIn } from '#contracts/messages/define.ts';
import { approvalMessages } from './approval-messages.ts';

export type ApprovalKind = keyof typeof approvalMessages;
export const approvalStates = ['open', 'confirmed', 'refused', 'withdrawn', 'expired'] as const;

/** Names of the requested changes in notifications and lists. */
export const approvalNames: Record<'en' | 'bn', Record<ApprovalKind, string>> = {
  en: textsIn(approvalMessages, 'en'),
  bn: textsIn(approvalMessages, 'bn'),
};
