/** Asks which bank the claims are for if there are several. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { BankChoice } from '#contracts/calls/banks-answers.ts';
import { banksPortal, placeOfBank } from '#contracts/portals/bank-places.ts';
import type { RealPlace } from '#contracts/portals/practice-portals.ts';
import type { UnavailableReason } from '#contracts/portals/portal-status.ts';
import type { ServiceSummary } from '#services/contract.ts';
import { banksQuery } from '#web/features/portals/bank-queries.ts';
import { useLanguage } from '#web/lib/language.ts';
import { useWords } from '#web/lib/words.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { LoadFailure } from '#web/ui/states.tsx';
import { startWords } from './words.ts';

export type ChosenBank = {
  /** Whether the service has banks that have not been read yet, or could not be. */
  isUnread: boolean;
  /** Whether the answer about the banks is not being read again, so that it is no older one. */
  isSettled: boolean;
  read: UseQueryResult;
  /** Whether the customer chooses. Otherwise there is only one bank, or the service has none. */
  isAsked: boolean;
  banks: readonly BankChoice[];
  bank: BankChoice | null;
  place: RealPlace | null;
  /** Why the bank accepts no claims now, so that only documents are made; null if it does. */
  onlyDocuments: UnavailableReason | 'noDesk' | null;
};

/**
 * Returns the bank with the key; without a key, the bank that a start would use by itself, or else that of the last job.
 * A bank with the key that is no longer offered is not replaced by another one: the customer is asked.
 */
export function useChosenBank(service: ServiceSummary | null, key: string | null): ChosenBank {
  const isAbout = service?.portal === banksPortal;
  const read = useQuery({ ...banksQuery, enabled: isAbout });
  const { data } = read;
  const isUnread = isAbout && data === undefined;
  const isSettled = !isAbout || (read.isSuccess && !read.isFetching);
  const banks = (isAbout && data?.banks) || [];
  const wanted = key ?? data?.impliedKey ?? data?.lastKey;
  const found = banks.find((each) => each.key === wanted) ?? null;
  const isAsked = banks.length > 1 || (isAbout && !isUnread && key !== null && found === null);
  const bank = found ?? (isAsked ? null : (banks[0] ?? null));
  const onlyDocuments = bank && (bank.hasDesk ? bank.unavailable : 'noDesk');
  const place = bank && placeOfBank(bank.key);
  return { isUnread, isSettled, read, isAsked, banks, bank, place, onlyDocuments };
}

export function BankChoiceField(props: { chosen: ChosenBank; onChange: (key: string) => void }) {
  const { banks, bank, isAsked, isUnread, read } = props.chosen;
  const words = useWords(startWords);
  const language = useLanguage();
  if (isUnread) return <LoadFailure title={words.banksFailed} query={read} />;
  if (!isAsked) return null;
  const named = banks.map((each) => ({
    value: each.key,
    label: `${language === 'bn' ? each.nameBn : each.name}${each.hasDesk ? '' : words.bankDocumentsOnly}`,
  }));
  const choices = bank ? named : [{ value: '', label: words.chooseBank }, ...named];
  return (
    <SelectField
      label={words.bank}
      choices={choices}
      value={bank?.key ?? ''}
      onChange={(key) => (key === '' ? undefined : props.onChange(key))}
    />
  );
}
