/** Decides whether a job can be started, and says why not. */
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { User } from '#contracts/calls/accounts-answers.ts';
import type { ServiceSummary } from '#services/contract.ts';
import { creditsText } from '#web/lib/money.ts';
import { wordsNow } from '#web/lib/words.ts';
import type { ChosenBank } from './bank-choice.tsx';
import type { CheckedFile } from './use-start-draft.ts';
import { startWords } from './words.ts';

export function covers(user: User, totalCredits: number): boolean {
  return user.isAdmin || user.credits >= totalCredits;
}

type BankState = 'ready' | 'missing' | 'unread';

export function bankStateOf(chosen: ChosenBank | undefined): BankState {
  if (chosen?.isUnread) return 'unread';
  return chosen?.isAsked && chosen.bank === null ? 'missing' : 'ready';
}

/** `checking` until it is known whether the login that the service needs is saved. */
type LoginState = 'ready' | 'missing' | 'checking';

/** Returns why the start button is disabled, or null if it is enabled. */
export function reasonToWait(input: {
  service: ServiceSummary | null;
  checked: CheckedFile | null;
  reading: boolean;
  isUnchecked: boolean;
  isAsked: boolean;
  user: User;
  login: LoginState;
  bank: BankState;
}): string | null {
  const { service, checked, reading, isUnchecked, isAsked, user, login, bank } = input;
  const words = wordsNow(startWords);
  if (!service) return words.chooseFirst;
  if (bank === 'unread') return words.banksFirst;
  if (bank === 'missing') return words.chooseBankFirst;
  if (reading) return words.readingFile;
  if (isAsked) return words.nameColumnsFirst;
  if (!checked) return words.addFileFirst;
  if (isUnchecked) return words.correctionUnchecked;
  if (checked.preview.billableRows === 0) return words.noRowReady;
  if (!covers(user, checked.preview.totalCredits)) return words.creditsShort;
  if (login === 'missing') return words.loginFirst;
  return login === 'checking' ? words.loginChecking : null;
}

/** Returns the button's label, which includes what it starts and what that costs. */
export function startLabel(
  { billableRows, repeatedRows, totalCredits }: Preview,
  unit: 'row' | 'file',
): string {
  const words = wordsNow(startWords);
  return words.startRows(billableRows + repeatedRows, unit, creditsText(totalCredits));
}
