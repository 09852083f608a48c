/** The EXP portal's wording, and what each sentence means for us. */
import type { RowOutcome } from '#contracts/jobs.ts';
import type { LoginResult } from '../contract.ts';
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
    message:
      'Your password on the Bangladesh Bank EXP portal has expired. Change it on the portal, then save the new one in Portal Access.',
  },
  {
    when: ({ page }) => page === config.pages.oneTimePassword,
    outcome: 'HUMAN_REQUIRED',
    message: 'The portal asks for a one-time password.',
  },
  { when: ({ words }) => /locked/i.test(words), outcome: 'ACCOUNT_LOCKED' },
  { when: ({ words }) => /invalid|incorrect|wrong|not right/i.test(words), outcome: 'CREDENTIALS_INVALID' },
  { when: ({ words }) => /inactive|disabled|suspended/i.test(words), outcome: 'CREDENTIALS_INVALID' },
  { when: ({ words }) => /captcha|characters/i.test(words), outcome: 'HUMAN_REQUIRED' },
  { when: ({ words }) => /session has (ended|expired)/i.test(words), outcome: 'PORTAL_DOWN' },
];

export const captchaOutcome = {
  outcome: 'HUMAN_REQUIRED',
  message: 'The portal shows a CAPTCHA, which a person must answer.',
} as const satisfies LoginResult;

/** The portal's answers to a search that finds nothing to show; any other words are unknown to us. */
export const searchOutcomes: readonly { words: RegExp; outcome: RowOutcome }[] = [
  { words: /no data found/i, outcome: 'NOT_FOUND' },
  { words: /not authori[sz]ed for this AD/i, outcome: 'REJECTED' },
];

export { maintenanceWords } from '../page-tools.ts';

export const noPermissionMessage =
  'This login has no permission for "Search EXP Detail Information" on the portal. Ask your bank to allow it, or save another login in Portal Access.';
