/** Names a portal or the desk of a bank in titles. */
import { useQuery } from '@tanstack/react-query';
import { isBankPlace } from '#contracts/portals/bank-places.ts';
import type { BankEntry } from '#contracts/calls/banks-answers.ts';
import { useLanguage, type Language } from '#web/lib/language.ts';
import { bankListQuery } from './bank-queries.ts';
import { portalName } from './queries.ts';

export const bankNameIn = (language: Language, { nameEn, nameBn }: BankEntry): string =>
  language === 'bn' ? nameBn : nameEn;

/** The portal's name stands until the list of banks is there. */
export function usePlaceName(place: string): string {
  const language = useLanguage();
  const banks = useQuery({ ...bankListQuery, enabled: isBankPlace(place) });
  const bank = banks.data?.find((each) => each.place === place && isBankPlace(place));
  return bank ? bankNameIn(language, bank) : portalName(place);
}
