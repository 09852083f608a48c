/** Holds the selected service and the checked file of Start Automation. Both survive a reload. */
import { useCallback } from 'react';
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

export function useStartDraft() {
  const [query, setQuery] = useSearchParams();
  const [stored, setStored] = useStoredState<CheckedFile | null>('chalan-checked-file-2', null);
  const fresh = stored && isFresh(stored) ? stored : null;
  const serviceId = query.get('service') ?? fresh?.preview.serviceId ?? null;
  const checked = fresh?.preview.serviceId === serviceId ? fresh : null;

  const keepPreview = useCallback(
    (preview: Preview, sent?: readonly SheetEdit[]): CheckedFile => {
      // Without others, the corrections of the same upload still apply.
      const before = stored?.preview.uploadId === preview.uploadId ? stored.edits : [];
      const file = { preview, edits: sent ?? before, key: crypto.randomUUID(), checkedAtMs: Date.now() };
      setStored(file);
      return file;
    },
    [setStored, stored],
  );
  const documentsOnly = query.get('documents') === 'only';
  /** Starting with or without filing is another request, so it gets another key. */
  const setDocumentsOnly = useCallback(
    (next: boolean) => {
      if (stored) keepPreview(stored.preview, stored.edits);
      setQuery(
        (current) => {
          if (next) current.set('documents', 'only');
          else current.delete('documents');
          return current;
        },
        { replace: true },
      );
    },
    [keepPreview, setQuery, stored],
  );
  const bankKey = query.get('bank');
  /** So does starting for another bank. */
  const setBank = useCallback(
    (next: string) => {
      if (stored) keepPreview(stored.preview, stored.edits);
      setQuery(
        (current) => {
          current.set('bank', next);
          return current;
        },
        { replace: true },
      );
    },
    [keepPreview, setQuery, stored],
  );
  const dropFile = useCallback(() => setStored(null), [setStored]);
  const setService = useCallback(
    (next: string | null) => {
      setStored(null);
      setQuery(
        (current) => {
          if (next) current.set('service', next);
          else current.delete('service');
          current.delete('documents');
          current.delete('bank');
          return current;
        },
        { replace: true },
      );
    },
    [setQuery, setStored],
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
