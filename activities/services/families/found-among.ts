/** Looks up a filing on portals that may have several records under its key. */
import type { Message } from '#contracts/messages/message.ts';
import type { FiledResult, Found } from '#services/runner.ts';
import { commaSeparated } from './differences.ts';

export type PortalRecord = {
  reference: string;
  /** Differences from the rows; empty for the rows' own filing. */
  differing: readonly Message[];
  /** Called while the record is on the page. */
  result: () => Promise<FiledResult> | FiledResult;
};

/**
 * Opens the records one by one. The first that equals the rows is their filing, and further equal ones are its
 * duplicates. If none is equal, the first one is reported as different. `open` returns null for a record that no longer
 * exists.
 */
export async function foundAmong<T>(
  records: readonly T[],
  given: {
    open: (record: T, index: number) => Promise<PortalRecord | null>;
    /** `figures` are the differences of the record. */
    conflict: (reference: string, figures: Message[]) => Message;
  },
): Promise<Found<never>> {
  let filed: FiledResult | null = null;
  let other: PortalRecord | null = null;
  const twins: string[] = [];
  for (const [index, each] of records.entries()) {
    const record = await given.open(each, index);
    if (!record) continue;
    if (record.differing.length > 0) other ??= record;
    else if (filed) twins.push(record.reference);
    else filed = await fetchedNow(await record.result());
  }
  if (filed) return { found: 'equal', result: filed, twins };
  if (!other) return { found: 'absent' };
  const { reference, differing } = other;
  return {
    found: 'different',
    message: given.conflict(reference, commaSeparated(differing)),
    portalReference: reference,
  };
}

/** Fetches the documents while their record is on the page. If that fails, `fetchDocuments` says so when it is called. */
async function fetchedNow(result: FiledResult): Promise<FiledResult> {
  if (!result.fetchDocuments) return result;
  const fetching = result.fetchDocuments();
  await fetching.catch(() => undefined);
  return { ...result, fetchDocuments: () => fetching };
}
