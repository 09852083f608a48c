/** Sends corrections of the checked sheet, and keeps the latest answer. */
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Preview } from '#contracts/calls/jobs-answers.ts';
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
  /** Whether the maximum number of corrections is reached. */
  isFull: boolean;
  error: Error | null;
  add: (edit: SheetEdit) => void;
  applyToEqual: (offer: EqualOffer) => void;
  undo: () => void;
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
    // One that is sent again after its refusal is the latest.
    onMutate: (sent) => {
      latest.current ??= sent;
    },
    // Requests are sent one after another, because the server keeps the one that arrives last. Superseded ones are not
    // sent.
    scope: { id: 'sheet corrections' },
    mutationFn: async (sent: Parameters<typeof editUpload>[0]) =>
      sent.edits === latest.current?.edits ? editUpload(sent) : null,
    onSuccess: (preview: Preview | null, sent) => {
      if (preview && sent.edits === latest.current?.edits) keepPreview(preview, sent.edits);
    },
    onError: (_error, sent) => {
      if (sent.edits === latest.current?.edits) latest.current = null;
    },
  });
  const known = checked?.edits ?? [];
  const isOfThis = edit.variables?.uploadId === checked?.preview.uploadId;
  const isPending = edit.isPending && isOfThis;
  const edits = isPending && edit.variables ? edit.variables.edits : known;
  const send = (change: (before: readonly SheetEdit[]) => readonly SheetEdit[]) => {
    if (!checked) return;
    const { serviceId, uploadId } = checked.preview;
    const next = change(latest.current?.uploadId === uploadId ? latest.current.edits : known);
    if (next.length > limits.sheetEditsMax) return;
    latest.current = { uploadId, edits: next };
    edit.mutate({ serviceId, uploadId, edits: next });
  };
  return {
    edits,
    pending: edits.slice(known.length),
    isPending,
    isFull: edits.length >= limits.sheetEditsMax,
    error: isOfThis ? edit.error : null,
    add: (next) => send((before) => [...before, next]),
    applyToEqual: (offer) => send((before) => forAllEqual(before, offer)),
    undo: () => send((before) => before.slice(0, -1)),
  };
}
