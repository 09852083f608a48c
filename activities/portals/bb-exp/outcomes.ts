/** Maps the EXP portal's messages to outcomes. */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import { say } from '#contracts/say.ts';
import { PortalFault, type LoginResult } from '#activities/portals/contract.ts';
import { config } from './config.ts';

/** Content of the page that follows the login click. */
type LoginPageState = { page: string; words: string };

type LoginOutcome = {
  when: (state: LoginPageState) => boolean;
  outcome: Exclude<LoginResult['outcome'], 'ok'>;
  /** Shown instead of the portal's own message. */
  message?: string;
};

/** The first entry that matches decides. */
export const loginOutcomes: readonly LoginOutcome[] = [
  {
    when: ({ page }) => page === config.pages.newPassword,
    outcome: 'CREDENTIALS_INVALID',
    message: say(
      'Your password on the Bangladesh Bank EXP portal has expired. Change it on the portal, then save the new one in Portal Access.',
    ),
  },
  { when: ({ words }) => /locked/i.test(words), outcome: 'ACCOUNT_LOCKED' },
  { when: ({ words }) => /invalid|incorrect|wrong|not right/i.test(words), outcome: 'CREDENTIALS_INVALID' },
  { when: ({ words }) => /inactive|disabled|suspended/i.test(words), outcome: 'CREDENTIALS_INVALID' },
  { when: ({ words }) => /captcha|characters/i.test(words), outcome: 'HUMAN_REQUIRED' },
  { when: ({ words }) => /session has (ended|expired)/i.test(words), outcome: 'PORTAL_DOWN' },
];

/** Questions for the customer; after a wrong answer the portal's own message precedes them. */
export const questions = {
  oneTimePassword: say(
    'The Bangladesh Bank EXP portal asks for the one-time password that it sent to your mobile.',
  ),
  captcha: say('The Bangladesh Bank EXP portal shows a picture. Type the characters that you see in it.'),
};

export const captchaOutcome = {
  outcome: 'HUMAN_REQUIRED',
  message: say('The portal shows a CAPTCHA that cannot be passed on to a person.'),
} as const satisfies LoginResult;

/** Known answers to a search without a result; any other text is treated as unknown. */
const searchOutcomes: readonly { words: RegExp; outcome: RowOutcome }[] = [
  { words: /no data found/i, outcome: 'NOT_FOUND' },
  { words: /not authori[sz]ed for this AD/i, outcome: 'REJECTED' },
];

/** Shown after a form was submitted successfully. */
export const processedWords = /^Action Processed\./;
const filingRefusals: readonly { words: RegExp; outcome: RowOutcome }[] = [
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
export function refusalOf(words: string): { outcome: RowOutcome; message: string } {
  const known = filingRefusals.find((refusal) => refusal.words.test(words));
  if (!known) throw new PortalFault('PORTAL_CHANGED', say('The portal answered: {words}', { words }));
  return { outcome: known.outcome, message: words };
}

export const noPermissionMessage = (entry: string): string =>
  say(
    'This login has no permission for "{entry}" on the portal. Ask your bank to allow it, or save another login in Portal Access.',
    { entry },
  );
