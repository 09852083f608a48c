/** The EXP portal's wording, and what each sentence means for us. */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import { say } from '#contracts/say.ts';
import { PortalFault, type LoginResult } from '#activities/portals/contract.ts';
import { config } from './config.ts';

/** What the page after the login click shows. */
type LoginPageState = { page: string; words: string };

type LoginOutcome = {
  when: (state: LoginPageState) => boolean;
  outcome: Exclude<LoginResult['outcome'], 'ok'>;
  /** Said instead of the portal's own words. */
  message?: string;
};

/** The first that fits decides. */
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

/** Asked of the customer; the portal's own words about a wrong answer come before them. */
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

/** The portal's answers to a search that finds nothing to show; any other words are unknown to us. */
const searchOutcomes: readonly { words: RegExp; outcome: RowOutcome }[] = [
  { words: /no data found/i, outcome: 'NOT_FOUND' },
  { words: /not authori[sz]ed for this AD/i, outcome: 'REJECTED' },
];

export { maintenanceWords } from '#activities/portals/page-tools.ts';

/** What the portal says after a form was submitted, or in place of a form. */
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

/** The refusal's meaning; words that nobody has seen yet are never guessed at. */
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
