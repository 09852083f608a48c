/** Sends corrections of the checked sheet, and keeps the latest answer. */
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Preview } from '#contracts/calls/jobs-answers.ts';
import type { SheetEdit } from '#contracts/jobs/sheet-edits.ts';
import { limits } from '#contracts/limits.ts';
import { editUpload } from '#web/features/jobs/queries.ts';
import { forAllEqual, type EqualOffer } from './sheet-corrections.ts';
import type { CheckedFile } from './use-start-draft.ts';

export type Corrections = {
  /** All corrections of the sheet, those being checked included. */
  edits: readonly SheetEdit[];
  /** Those that the shown check does not contain yet. */
  pending: readonly SheetEdit[];
  isPending: boolean;
  /** No further correction fits. */
  isFull: boolean;
  error: Error | null;
  add: (edit: SheetEdit) => void;
  applyToEqual: (offer: EqualOffer) => void;
  undo: () => void;
};

/** A correction that is made while another one is being checked supersedes it: each request has all corrections. */
export function useCorrections(
  checked: CheckedFile | null,
  keepPreview: (preview: Preview, edits: readonly SheetEdit[]) => void,
): Corrections {
  const latest = useRef<readonly SheetEdit[] | null>(null);
  const edit = useMutation({
    mutationFn: editUpload,
    onSuccess: (preview: Preview, sent) => {
      if (sent.edits === latest.current) keepPreview(preview, sent.edits);
    },
  });
  const known = checked?.edits ?? [];
  const isOfThis = edit.variables?.uploadId === checked?.preview.uploadId;
  const isPending = edit.isPending && isOfThis;
  const edits = isPending && edit.variables ? edit.variables.edits : known;
  const send = (next: readonly SheetEdit[]) => {
    if (!checked) return;
    latest.current = next;
    const { serviceId, uploadId } = checked.preview;
    edit.mutate({ serviceId, uploadId, edits: next });
  };
  const isFull = edits.length >= limits.sheetEditsMax;
  return {
    edits,
    pending: edits.slice(known.length),
    isPending,
    isFull,
    error: isOfThis ? edit.error : null,
    add: (next) => {
      if (!isFull) send([...edits, next]);
    },
    applyToEqual: (offer) => send(forAllEqual(edits, offer)),
    undo: () => send(edits.slice(0, -1)),
  };
}
