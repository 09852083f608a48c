/**
 * Keeps the opened record of a list: the list is read again while the record is open, and may then no longer hold it,
 * which must not close what somebody is typing in.
 */
import { useState } from 'react';

/** Returns the record with this id as the list has it, or else as the list had it last; null if there was none. */
export function useOpened<T extends { id: string }>(
  records: readonly T[] | undefined,
  id: string | null,
): T | null {
  const [kept, setKept] = useState<T | null>(null);
  const listed = records?.find((record) => record.id === id);
  const opened = listed ?? (kept?.id === id ? kept : null);
  if (opened !== kept) setKept(opened);
  return opened;
}
