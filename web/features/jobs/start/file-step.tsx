/** Renders step 2: the upload of the file, or of the sheet with its ZIP of documents, with a sample and any errors. */
import { Button, Flex, Link, Stack, Text } from '@chakra-ui/react';
import type { UseMutationResult } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import type { ServiceSummary } from '#services/contract.ts';
import { templateUrl } from '#web/paths.ts';
import { fileProblem } from '#web/ui/file-drop.tsx';
import { FileSlot } from '#web/ui/file-slot.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { ApiError, isTemporary } from '#web/lib/client.ts';
import { refusalText, errorText } from '#web/lib/messages.ts';
import type { UploadInput } from '#web/features/jobs/queries.ts';
import { useWords } from '#web/lib/words.ts';
import { askedOf } from './column-choice.tsx';
import { PasteTable } from './paste-table.tsx';
import { PdfPassword } from './pdf-password.tsx';
import { startWords } from './words.ts';

type Upload = UseMutationResult<Preview, Error, UploadInput>;
const formatNames = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF', zip: 'ZIP' } as const;
type Format = keyof typeof formatNames;

function formatsOf(service: ServiceSummary): Format[] {
  const { input, acceptedExtensions } = service;
  if (input.kind === 'pdf') return ['pdf'];
  return [
    'csv',
    ...(acceptedExtensions.includes('.xlsx') ? (['xlsx'] as const) : []),
    ...(service.sampleHasZip ? (['zip'] as const) : []),
  ];
}

export function SampleLinks(props: { service: ServiceSummary }) {
  const { service } = props;
  const words = useWords(startWords);
  return (
    <Flex gap="4" wrap="wrap" textStyle="sm">
      {formatsOf(service).map((format) => (
        <Link
          key={format}
          href={templateUrl(service.id, format)}
          download
          variant="underline"
          color="brand.fg"
          minH="6"
        >
          <Download size={16} aria-hidden /> {words.sample(formatNames[format])}
        </Link>
      ))}
    </Flex>
  );
}

export function NeededColumns(props: { service: ServiceSummary }) {
  const words = useWords(startWords);
  const { input } = props.service;
  if (input.kind === 'pdf') return null;
  const names = input.columns.map(({ name, required }) => (required ? name : words.optional(name)));
  return (
    <Text textStyle="xs" color="fg.muted">
      {words.neededColumns(names.join(', '))}
    </Text>
  );
}

/** The single file, or the sheet and the ZIP, as far as they have been chosen. */
type Chosen = { sheet: File | null; zip: File | null };
const nothing: Chosen = { sheet: null, zip: null };

const passwordCodes: ReadonlySet<string> = new Set(['PDF_PASSWORD_REQUIRED', 'PDF_PASSWORD_WRONG']);

type LockedFiles = { names: string[]; areOfZip: boolean };

/** Returns which of the uploaded files are locked, or null if none is. */
function lockedFilesOf({ error, data, variables }: Upload): LockedFiles | null {
  if (error instanceof ApiError && passwordCodes.has(error.code))
    return { names: variables ? [variables.file.name] : [], areOfZip: false };
  return data && data.lockedFiles.length > 0 ? { names: data.lockedFiles, areOfZip: true } : null;
}

/** Returns whether the server has answered that a password opened nothing: by a refusal, or by what is still locked. */
const isWrongPassword = ({ error }: Upload): boolean =>
  error === null || (error instanceof ApiError && error.code === 'PDF_PASSWORD_WRONG');

/** Says why a file could not be checked. One that was refused for its content is not offered to be sent again. */
function NotChecked(props: {
  fileName: string;
  error: unknown;
  isTemporary: boolean;
  /** Null if sending the file again would not help. */
  onTryAgain: (() => void) | null;
}) {
  const { fileName, error, isTemporary: mayWorkLater, onTryAgain } = props;
  const words = useWords(startWords);
  const retry = mayWorkLater && onTryAgain && (
    <Button size="xs" variant="outline" colorPalette="gray" onClick={onTryAgain}>
      {words.tryAgain}
    </Button>
  );
  return (
    <Notice
      tone="error"
      title={words.notChecked(fileName)}
      {...(mayWorkLater ? { smallPrint: requestIdText(error), action: retry } : {})}
    >
      {errorText(error)}
    </Notice>
  );
}

export function FileStep(props: {
  service: ServiceSummary;
  upload: Upload;
  hasSentPassword: boolean;
  fileName: string | null;
  /** Called once all files that the service needs have been chosen. */
  onFile: (file: File, documents: File | null, password?: string) => void;
  onClear: () => void;
}) {
  const { service, upload, hasSentPassword, fileName, onFile, onClear } = props;
  const words = useWords(startWords);
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState(nothing);
  /** The files for which the last password was entered. */
  const [opened, setOpened] = useState<LockedFiles | null>(null);
  const documents = service.input.kind === 'sheet' ? service.input.documents : null;
  const choose = (next: Chosen) => {
    setChosen(next);
    if (next.sheet && (next.zip || documents !== 'required')) onFile(next.sheet, next.zip);
    // The previous check was made with other files.
    else onClear();
  };
  const take = (file: File, kind: keyof Chosen) => {
    const found = fileProblem(file, kind === 'zip' ? ['.zip'] : service.acceptedExtensions);
    setProblem(found);
    if (!found) choose({ ...chosen, [kind]: file });
  };
  const answered = lockedFilesOf(upload);
  const sent = upload.variables;
  // A sheet whose columns must be named, or have been named since, was stored: it is asked about in step 3.
  const failed = upload.isError && !answered && !askedOf(upload.error) ? sent : null;
  const isTemporaryFailure = Boolean(failed) && isTemporary(upload.error);
  const isPasswordLost = isTemporaryFailure && hasSentPassword;
  const locked = isPasswordLost ? opened : answered;
  const openWith = (password: string) => {
    setOpened(locked);
    if (sent) onFile(sent.file, sent.documents, password);
  };
  const disabledReason = upload.isPending ? words.readingFile : undefined;
  const sheetName = fileName ?? (documents && chosen.sheet ? chosen.sheet.name : null);
  // After a reload the ZIP is on the server, but its name is not known here.
  const zipIsKept = fileName !== null && chosen.sheet === null;

  return (
    <Stack gap="2">
      {documents && !zipIsKept ? (
        <FileSlot
          label={documents === 'required' ? words.dropZip : words.zipOptional}
          name={chosen.zip?.name ?? null}
          extensions={['.zip']}
          disabledReason={disabledReason}
          onFile={(file) => take(file, 'zip')}
          onClear={() => choose({ ...chosen, zip: null })}
        />
      ) : null}
      <FileSlot
        label={documents ? words.dropSheet : words.dropFile}
        name={sheetName}
        extensions={service.acceptedExtensions}
        disabledReason={disabledReason}
        onFile={(file) => take(file, 'sheet')}
        onClear={() => choose(zipIsKept ? nothing : { ...chosen, sheet: null })}
      />
      {sheetName === null && service.acceptedExtensions.includes('.csv') ? (
        <PasteTable disabled={upload.isPending} onTable={(file) => take(file, 'sheet')} />
      ) : null}
      {documents === 'required' && fileName === null && Boolean(chosen.sheet) !== Boolean(chosen.zip) ? (
        <Text textStyle="sm" color="fg.muted" aria-live="polite">
          {refusalText('REX_FILES_REQUIRED')}
        </Text>
      ) : null}
      {upload.isPending ? <LoadingLines lines={2} label={words.readingYourFile} /> : null}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {locked && !problem ? (
        <PdfPassword
          fileNames={locked.names}
          areOfZip={locked.areOfZip}
          isWrong={hasSentPassword && isWrongPassword(upload)}
          isLost={isPasswordLost}
          onPassword={openWith}
        />
      ) : null}
      {failed && !problem ? (
        <NotChecked
          fileName={failed.file.name}
          error={upload.error}
          isTemporary={isTemporaryFailure}
          // Without its password, which must be entered once more, the file is still locked.
          onTryAgain={isPasswordLost ? null : () => onFile(failed.file, failed.documents)}
        />
      ) : null}
      {fileName ? null : (
        <>
          <SampleLinks service={service} />
          <NeededColumns service={service} />
        </>
      )}
    </Stack>
  );
}
