/** Names a portal or the desk of a bank in titles. */
import { useQuery } from '@tanstack/react-query';
import { banksPortal, isBankPlace } from '#contracts/portals/bank-places.ts';
import type { BankEntry } from '#contracts/calls/banks-answers.ts';
import { useLanguage, type Language } from '#web/lib/language.ts';
import { bankListQuery } from './bank-queries.ts';
import { portalName } from './queries.ts';

export const bankNameIn = (
  language: Language,
  { nameEn, nameBn }: Pick<BankEntry, 'nameEn' | 'nameBn'>,
): string => (language === 'bn' ? nameBn : nameEn);

/** The portal's name stands until the list of banks is there. */
function useNameAmongBanks(place: string, isDesk: boolean): string {
  const language = useLanguage();
  const banks = useQuery({ ...bankListQuery, enabled: isDesk });
  const bank = isDesk ? banks.data?.find((each) => each.place === place) : undefined;
  return bank ? bankNameIn(language, bank) : portalName(place);
}

export const usePlaceName = (place: string): string => useNameAmongBanks(place, isBankPlace(place));

/** On the pages that the list of banks leads to, the desk of the first bank is called as in the list. */
export const useDeskName = (place: string): string =>
  useNameAmongBanks(place, place === banksPortal || isBankPlace(place));
