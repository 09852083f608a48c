/** Maps the EXP portal's messages to outcomes. */
import type { Message } from '#contracts/messages/message.ts';
import { createRefusals, type KnownRefusal } from '#activities/portals/refusals.ts';
import { PortalFault, type LoginResult } from '#activities/portals/contract.ts';
import { bangladeshBankExpPortalMessages } from './messages.ts';

/** The answer to the page on which the portal asks for a new password. */
export const passwordExpired = {
  outcome: 'CREDENTIALS_INVALID',
  message: bangladeshBankExpPortalMessages.passwordExpired(),
} as const satisfies LoginResult;

/** Questions for the customer; after a wrong answer the portal's own message precedes them. */
export const questions = {
  oneTimePassword: bangladeshBankExpPortalMessages.asksForPassword(),
  captcha: bangladeshBankExpPortalMessages.asksForCharacters(),
};

export const captchaOutcome = {
  outcome: 'HUMAN_REQUIRED',
  message: bangladeshBankExpPortalMessages.captchaUnanswerable(),
} as const satisfies LoginResult;

/** Known answers to a search without a result; any other text is treated as unknown. */
const searchOutcomes: readonly KnownRefusal[] = [
  { words: /no data found/i, outcome: 'NOT_FOUND' },
  { words: /not authori[sz]ed for this AD/i, outcome: 'REJECTED' },
];

/** Shown after a form was submitted successfully. */
export const takenWords = /^Action Processed\./;
const filingRefusals: readonly KnownRefusal[] = [
  ...searchOutcomes,
  {
    words: /ERC has expired|ERC is not registered|BIN is not active|blocked: export proceeds/i,
    outcome: 'REJECTED',
  },
  {
    words: /not in the tariff|not permitted|does not agree|is less than|not in the list/i,
    outcome: 'REJECTED',
  },
  { words: /Contract has expired|Contract value is exhausted/i, outcome: 'REJECTED' },
  { words: /used in a Bill of Export|already reported|is cancelled|not issued yet/i, outcome: 'REJECTED' },
  { words: /ASYCUDA match list|more than declared|before the Bill of Export/i, outcome: 'REJECTED' },
  { words: /must have some value|No changes to apply/i, outcome: 'REJECTED' },
];

/** Returns the outcome of a refusal. Unknown messages are never guessed. */
export const refusalOf = createRefusals(filingRefusals);

type Standing = 'filed' | 'draft' | 'cancelled';

/** Statuses in the list of EXPs: whether an EXP with this status is filed. */
const listedStatuses: readonly { words: RegExp; standing: Standing }[] = [
  {
    words: /^(issued|corrected|used in|duplicate reported|triplicate reported|submitted to AD)\b/i,
    standing: 'filed',
  },
  { words: /^draft\b/i, standing: 'draft' },
  { words: /^cancelled\b/i, standing: 'cancelled' },
];

/** Throws PortalFault PORTAL_CHANGED for an unknown status, because it may or may not be a filed EXP. */
export function standingOf(status: string): Standing {
  const known = listedStatuses.find(({ words }) => words.test(status.replaceAll('_', ' ')));
  if (!known)
    throw new PortalFault('PORTAL_CHANGED', bangladeshBankExpPortalMessages.unknownStatus({ status }));
  return known.standing;
}

/** Returns the sentence that the login lacks the permission for this menu entry. */
export const noPermissionMessage = (entry: string): Message =>
  bangladeshBankExpPortalMessages.notPermitted({ entry });
