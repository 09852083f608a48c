/** Holds the selected service and the checked file of Start Automation. Both survive a reload. */
import { startTransition, useCallback, useOptimistic } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Preview } from '#contracts/calls/jobs-answers.ts';
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
  const [stored, setStored] = useStoredState<CheckedFile | null>('chalan-checked-file-2', null);
  const fresh = stored && isFresh(stored) ? stored : null;
  const serviceId = query.get('service') ?? fresh?.preview.serviceId ?? null;
  const checked = fresh?.preview.serviceId === serviceId ? fresh : null;

  const keepPreview = useCallback(
    (preview: Preview, sent?: readonly SheetEdit[]): CheckedFile => {
      // Corrections of the same upload still apply unless others are given.
      const before = stored?.preview.uploadId === preview.uploadId ? stored.edits : [];
      const file = { preview, edits: sent ?? before, key: crypto.randomUUID(), checkedAtMs: Date.now() };
      setStored(file);
      return file;
    },
    [setStored, stored],
  );
  const documentsOnly = query.get('documents') === 'only';
  /** Starting without filing is a different request, so it gets a new key. */
  const setDocumentsOnly = useCallback(
    (next: boolean) => {
      if (stored) keepPreview(stored.preview, stored.edits);
      choose({ documents: next ? 'only' : null });
    },
    [choose, keepPreview, stored],
  );
  const bankKey = query.get('bank');
  /** Starting for another bank is a different request too. */
  const setBank = useCallback(
    (next: string) => {
      if (stored) keepPreview(stored.preview, stored.edits);
      choose({ bank: next });
    },
    [choose, keepPreview, stored],
  );
  const dropFile = useCallback(() => setStored(null), [setStored]);
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
