/** Names the bank of a job in the language of the page. */
import type { JobBank } from '#contracts/calls/banks-answers.ts';
import { useLanguage } from './language.ts';

/** Returns what names a job's bank; null where there is one bank only, or the job has none. */
export function useBankName(): (bank: JobBank) => string | null {
  const language = useLanguage();
  return (bank) => bank && (language === 'bn' ? bank.nameBn : bank.name);
}

/** Returns the text with the name of the bank, if there is one to name. */
export const withBank = (text: string, bank: string | null): string =>
  bank === null ? text : `${text}, ${bank}`;
