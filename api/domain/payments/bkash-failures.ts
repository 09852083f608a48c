/** The message about a failure at bKash: bKash's own words as a quotation, or a sentence of the platform. */
import type { BkashFailure, FailureKind } from '#api/adapters/bkash/types.ts';
import { quote, type Message } from '#contracts/messages/message.ts';
import { paymentMessages } from '#contracts/payments/messages.ts';

/** Sentences for failures about which bKash said nothing. */
const own: Record<FailureKind, () => Message> = {
  refused: paymentMessages.refusedByBkash,
  alreadyDone: paymentMessages.alreadyCompleted,
  notApproved: paymentMessages.unfinishedAtBkash,
  unknown: paymentMessages.answerMissing,
  unreachable: paymentMessages.tryInAMoment,
  withheld: paymentMessages.tryInAMoment,
  config: paymentMessages.tryLater,
  unauthorized: paymentMessages.tryLater,
};

/** Returns the message about the failure. */
export const messageOfFailure = ({ kind, words }: Pick<BkashFailure, 'kind' | 'words'>): Message =>
  words === null ? own[kind]() : quote(words);
