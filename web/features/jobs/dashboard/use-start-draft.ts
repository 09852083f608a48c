/** Holds what is chosen and checked in Start Automation. It survives a reload and a look at another page. */
import { startTransition, useCallback, useOptimistic } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import { limits } from '#contracts/limits.ts';
import { useStoredState } from '#web/lib/use-stored-state.ts';

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

/** The checked file with what was chosen for it: another address, such as that of the sidebar, does not name it. */
type KeptFile = CheckedFile & { documentsOnly: boolean; bankKey: string | null };

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

export function useStartDraft() {
  const [query, choose] = useChosen();
  const [stored, setStored] = useStoredState<KeptFile | null>('chalan-checked-file-4', null);
  const fresh = stored && isFresh(stored) ? stored : null;
  const serviceId = query.get('service') ?? fresh?.preview.serviceId ?? null;
  const checked = fresh?.preview.serviceId === serviceId ? fresh : null;
  const documentsOnly = query.get('documents') === 'only' || checked?.documentsOnly === true;
  const bankKey = query.get('bank') ?? checked?.bankKey ?? null;

  /** A start of another check, or with another choice, is a different request, so it gets a new key. */
  const keep = useCallback(
    (file: Pick<KeptFile, 'preview' | 'edits' | 'documentsOnly' | 'bankKey'>): CheckedFile => {
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
      return keep({ preview, edits: sent ?? before, documentsOnly, bankKey });
    },
    [bankKey, documentsOnly, keep, stored],
  );
  const setDocumentsOnly = useCallback(
    (next: boolean) => {
      if (checked) keep({ ...checked, documentsOnly: next });
      choose({ documents: next ? 'only' : null });
    },
    [checked, choose, keep],
  );
  const setBank = useCallback(
    (next: string) => {
      if (checked) keep({ ...checked, bankKey: next });
      choose({ bank: next });
    },
    [checked, choose, keep],
  );
  /** What was chosen stays: from now on only the address names it. */
  const dropFile = useCallback(() => {
    setStored(null);
    choose({ service: serviceId, documents: documentsOnly ? 'only' : null, bank: bankKey });
  }, [bankKey, choose, documentsOnly, serviceId, setStored]);
  const setService = useCallback(
    (next: string | null) => {
      setStored(null);
      choose({ service: next, documents: null, bank: null });
    },
    [choose, setStored],
  );
  return {
    serviceId,
    checked,
    documentsOnly,
    bankKey,
    keepPreview,
    dropFile,
    setService,
    setDocumentsOnly,
    setBank,
  };
}
