/** Sends the customer's sheet to be checked, and again after the columns or cells of it were changed. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import { checkUpload, previewUpload, type UploadInput } from '#web/features/jobs/queries.ts';
import { sentAgain } from '#web/lib/refused-changes.ts';
import { askedOf } from './column-choice.tsx';
import { useSheetCorrections } from './use-sheet-corrections.ts';
import type { useStartDraft } from './use-start-draft.ts';

type StartDraft = ReturnType<typeof useStartDraft>;
export type SheetCheck = ReturnType<typeof useSheetCheck>;

/** `serviceId` is null while no service is chosen that can be started. */
export function useSheetCheck(serviceId: string | null, draft: StartDraft) {
  const passwordOnce = useRef<string | null>(null);
  const [hasSentPassword, setHasSentPassword] = useState(false);
  const upload = useMutation({
    ...sentAgain,
    mutationFn: (input: UploadInput) => {
      const password = passwordOnce.current;
      passwordOnce.current = null;
      setHasSentPassword(password !== null);
      return previewUpload(input, password);
    },
    onSuccess: (preview: Preview, sent) => {
      if (preview.serviceId === sent.serviceId) draft.keepPreview(preview);
    },
  });
  const corrections = useSheetCorrections(draft.checked, draft.keepPreview);
  const again = useMutation({
    ...sentAgain,
    mutationFn: checkUpload,
    onSuccess: (preview: Preview) => {
      // Another window may have sent other corrections of this upload.
      corrections.forget();
      draft.keepPreview(preview, preview.edits);
    },
  });
  /** The sheet whose columns must still be named. */
  const asked =
    askedOf(again.error, again.variables?.columns ?? {}) ?? (draft.checked ? null : askedOf(upload.error));
  const forget = () => {
    upload.reset();
    again.reset();
  };
  return {
    upload,
    /** Whether the last upload had a password. It is not kept, so that an upload that is sent again has none. */
    hasSentPassword,
    again,
    corrections,
    asked,
    isReading: upload.isPending || again.isPending || corrections.isPending,
    /** The file that is checked, or whose columns must still be named. */
    fileName: draft.checked?.preview.fileName ?? (asked ? (upload.variables?.file.name ?? null) : null),
    addFile: (file: File, documents: File | null, password: string | null = null) => {
      draft.dropFile();
      again.reset();
      passwordOnce.current = password;
      if (serviceId !== null) upload.mutate({ serviceId, file, documents });
    },
    clearFile: () => {
      forget();
      draft.dropFile();
    },
    readUnder: (uploadId: string, columns: ColumnMapping) => {
      if (serviceId !== null) again.mutate({ serviceId, uploadId, columns });
    },
    /** Shows the stored sheet as it is now. */
    lookAgain: ({ serviceId: id, uploadId }: Preview) =>
      again.mutate({ serviceId: id, uploadId, columns: null }),
    forget,
  };
}
