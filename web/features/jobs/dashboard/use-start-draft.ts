/** Holds what is chosen and checked in Start Automation. It survives a reload and a look at another page. */
import { startTransition, useCallback, useOptimistic, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import { limits } from '#contracts/limits.ts';
import { forgetStored, readStored, useStoredState } from '#web/lib/use-stored-state.ts';

/**
 * `key` ensures that a repeated click or a lost answer starts only one job. `edits`: the corrections with which the file
 * was checked.
 */
export type CheckedFile = {
  preview: Preview;
  key: string;
  checkedAtMs: number;
  edits: readonly SheetEdit[];
};

/**
 * What the form chose by itself. It stays while the file is checked and started, because news of banks and portals must
 * not change where, or whether, the rows are filed.
 */
type ShownChoice = { serviceId: string; bankKey: string | null; documentsOnly: boolean };

/**
 * The checked file with what the customer chose for it, and what the form chose by itself: another address, such as that
 * of the sidebar, does not name it.
 */
type KeptFile = CheckedFile & { documentsOnly: boolean; bankKey: string | null; shown: ShownChoice | null };

const isFresh = (file: CheckedFile) => Date.now() - file.checkedAtMs < limits.draftRetentionMs;

type Choice = 'service' | 'documents' | 'bank';

/**
 * Returns the address's parameters, and a function that changes some of them; null removes one. A change takes effect
 * immediately. The router renders a new address in a transition, which can take seconds while the page is being taken
 * over, and a start in that time would use the former choice.
 */
function useChosen() {
  const [address, setAddress] = useSearchParams();
  const [query, show] = useOptimistic(address);
  const choose = useCallback(
    (choices: Partial<Record<Choice, string | null>>) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(choices)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      if (next.toString() === query.toString()) return;
      startTransition(() => {
        show(next);
        setAddress(next, { replace: true });
      });
    },
    [query, setAddress, show],
  );
  return [query, choose] as const;
}

const storedKey = 'chalan-checked-file-5';

/** Forgets a file that was started after the page was left, unless another one has been checked since. */
export function forgetStarted({ preview }: CheckedFile): void {
  const kept = readStored<KeptFile | null>(storedKey, null);
  if (kept?.preview.uploadId === preview.uploadId) forgetStored(storedKey);
}

export function useStartDraft() {
  const [query, choose] = useChosen();
  const [stored, setStored] = useStoredState<KeptFile | null>(storedKey, null);
  const [shownNow, setShownNow] = useState<ShownChoice | null>(null);
  const fresh = stored && isFresh(stored) ? stored : null;
  const serviceId = query.get('service') ?? fresh?.preview.serviceId ?? null;
  const checked = fresh?.preview.serviceId === serviceId ? fresh : null;
  const documentsOnly = query.get('documents') === 'only' || checked?.documentsOnly === true;
  const bankKey = query.get('bank') ?? checked?.bankKey ?? null;
  const shownFirst = shownNow?.serviceId === serviceId ? shownNow : null;
  const shown = checked ? checked.shown : shownFirst;

  /** A start of another check, or with another choice, is a different request, so it gets a new key. */
  const keep = useCallback(
    (file: Pick<KeptFile, 'preview' | 'edits' | 'documentsOnly' | 'bankKey' | 'shown'>): CheckedFile => {
      const kept = { ...file, key: crypto.randomUUID(), checkedAtMs: Date.now() };
      setStored(kept);
      return kept;
    },
    [setStored],
  );
  const keepPreview = useCallback(
    (preview: Preview, sent?: readonly SheetEdit[]): CheckedFile => {
      // Corrections of the same upload still apply unless others are given.
      const before = stored?.preview.uploadId === preview.uploadId ? stored.edits : [];
      return keep({ preview, edits: sent ?? before, documentsOnly, bankKey, shown });
    },
    [bankKey, documentsOnly, keep, shown, stored],
  );
  /** Notes what the form shows. That only documents are made stays on until the customer switches it off. */
  const noteShown = useCallback(
    (now: Omit<ShownChoice, 'serviceId'>) => {
      if (serviceId === null) return;
      const next = {
        serviceId,
        bankKey: now.bankKey ?? shown?.bankKey ?? null,
        documentsOnly: now.documentsOnly || shown?.documentsOnly === true,
      };
      if (shown?.bankKey === next.bankKey && shown.documentsOnly === next.documentsOnly) return;
      if (checked) setStored({ ...checked, shown: next });
      else setShownNow(next);
    },
    [checked, serviceId, setStored, shown],
  );
  const setDocumentsOnly = useCallback(
    (next: boolean) => {
      const left = shown && { ...shown, documentsOnly: false };
      if (checked) keep({ ...checked, documentsOnly: next, shown: left });
      else setShownNow(left);
      choose({ documents: next ? 'only' : null });
    },
    [checked, choose, keep, shown],
  );
  const setBank = useCallback(
    (next: string) => {
      setShownNow(null);
      if (checked) keep({ ...checked, bankKey: next, shown: null });
      choose({ bank: next });
    },
    [checked, choose, keep],
  );
  /** What was chosen stays: from now on only the address names it. */
  const dropFile = useCallback(() => {
    setStored(null);
    setShownNow(shown);
    choose({ service: serviceId, documents: documentsOnly ? 'only' : null, bank: bankKey });
  }, [bankKey, choose, documentsOnly, serviceId, setStored, shown]);
  const setService = useCallback(
    (next: string | null) => {
      setStored(null);
      setShownNow(null);
      choose({ service: next, documents: null, bank: null });
    },
    [choose, setStored],
  );
  return {
    serviceId,
    checked,
    documentsOnly: documentsOnly || shown?.documentsOnly === true,
    bankKey: bankKey ?? shown?.bankKey ?? null,
    noteShown,
    keepPreview,
    dropFile,
    setService,
    setDocumentsOnly,
    setBank,
  };
}
