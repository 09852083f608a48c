/** Sends corrections of the checked sheet, and keeps the latest answer. */
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import { limits } from '#contracts/limits.ts';
import { editUpload } from '#web/features/jobs/queries.ts';
import { sentAgain } from '#web/lib/refused-changes.ts';
import { forAllEqual, type EqualOffer } from './sheet-corrections.ts';
import type { CheckedFile } from './use-start-draft.ts';

export type SheetCorrections = {
  /** All corrections of the sheet, those being checked included. */
  edits: readonly SheetEdit[];
  /** Corrections that the shown check does not yet include. */
  pending: readonly SheetEdit[];
  isPending: boolean;
  /** Asks now, not as rendered, whether the shown check lacks corrections: a click can come before the page is rendered. */
  isOutdated: () => boolean;
  /** Whether the maximum number of corrections is reached. */
  isFull: boolean;
  /** Why the pending corrections could not be checked; they are kept. */
  error: Error | null;
  tryAgain: () => void;
  /** Returns false if the correction is one too many. */
  add: (edit: SheetEdit) => boolean;
  applyToEqual: (offer: EqualOffer) => void;
  undo: () => void;
  /** Forgets what was sent from here: the corrections of the next check are those that count. */
  forget: () => void;
};

/** Each request contains all corrections, so a new one supersedes a request that is still being checked. */
export function useSheetCorrections(
  checked: CheckedFile | null,
  keepPreview: (preview: Preview, edits: readonly SheetEdit[]) => void,
): SheetCorrections {
  /** The last request. The next correction may be made before the page has rendered with it. */
  const latest = useRef<{ uploadId: string; edits: readonly SheetEdit[] } | null>(null);
  const edit = useMutation({
    ...sentAgain,
    // Requests are sent one after another, because the server keeps the one that arrives last. Superseded ones are not
    // sent.
    scope: { id: 'sheet corrections' },
    mutationFn: async (sent: Parameters<typeof editUpload>[0]) =>
      sent.edits === latest.current?.edits ? editUpload(sent) : null,
    onSuccess: (preview: Preview | null, sent) => {
      // The file may have been started or taken away meanwhile.
      if (checked?.preview.uploadId !== sent.uploadId) return;
      if (preview && sent.edits === latest.current?.edits) keepPreview(preview, sent.edits);
    },
  });
  const known = checked?.edits ?? [];
  const isOfThis = edit.variables?.uploadId === checked?.preview.uploadId;
  const isPending = edit.isPending && isOfThis;
  const error = isOfThis ? edit.error : null;
  const edits = (isPending || error) && edit.variables ? edit.variables.edits : known;
  const latestEdits = () =>
    latest.current && latest.current.uploadId === checked?.preview.uploadId ? latest.current.edits : known;
  const send = (change: (before: readonly SheetEdit[]) => readonly SheetEdit[]): boolean => {
    if (!checked) return false;
    const { serviceId, uploadId } = checked.preview;
    const next = change(latestEdits());
    if (next.length > limits.sheetEditsMax) return false;
    latest.current = { uploadId, edits: next };
    edit.mutate({ serviceId, uploadId, edits: next });
    return true;
  };
  return {
    edits,
    pending: edits.slice(known.length),
    isPending,
    isOutdated: () => checked !== null && latestEdits() !== checked.edits,
    isFull: edits.length >= limits.sheetEditsMax,
    error,
    tryAgain: () => {
      if (edit.variables) edit.mutate(edit.variables);
    },
    add: (next) => send((before) => [...before, next]),
    applyToEqual: (offer) => send((before) => forAllEqual(before, offer)),
    undo: () => send((before) => before.slice(0, -1)),
    forget: () => {
      latest.current = null;
    },
  };
}
