/** Step 2: the file, or the sheet with its ZIP of documents; its sample, and what went wrong with it. */
import { Button, Flex, Link, Stack, Text } from '@chakra-ui/react';
import type { UseMutationResult } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorCatalogue } from '#contracts/errors.ts';
import type { Preview } from '#contracts/jobs.ts';
import { sampleHasZip, type AvailableService } from '#services/contract.ts';
import { templateUrl } from '../../paths.ts';
import { fileProblem } from '../../ui/file-drop.tsx';
import { FileSlot } from '../../ui/file-slot.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorText, LoadingLines, requestIdText } from '../../ui/states.tsx';
import type { UploadInput } from '../jobs/queries.ts';

type Upload = UseMutationResult<Preview, Error, UploadInput>;
const formatNames = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF', zip: 'ZIP' } as const;
type Format = keyof typeof formatNames;

function formatsOf(service: AvailableService): Format[] {
  const { input, acceptedExtensions } = service;
  if (input.kind === 'pdf') return ['pdf'];
  return [
    'csv',
    ...(acceptedExtensions.includes('.xlsx') ? (['xlsx'] as const) : []),
    ...(sampleHasZip(service) ? (['zip'] as const) : []),
  ];
}

export function SampleLinks(props: { service: AvailableService }) {
  const { service } = props;
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
          <Download size={16} aria-hidden /> Download Sample ({formatNames[format]})
        </Link>
      ))}
    </Flex>
  );
}

function NeededColumns(props: { service: AvailableService }) {
  const { input } = props.service;
  if (input.kind === 'pdf') return null;
  const names = input.columns.map(({ name, required }) => (required ? name : `${name} (optional)`));
  return (
    <Text textStyle="xs" color="fg.muted">
      Columns: {names.join(', ')}
    </Text>
  );
}

/** The one file, or the sheet and the ZIP beside it, as far as they are chosen. */
type Chosen = { sheet: File | null; zip: File | null };
const nothing: Chosen = { sheet: null, zip: null };

export function FileStep(props: {
  service: AvailableService;
  upload: Upload;
  fileName: string | null;
  /** Asked when all files that the service needs are there. */
  onFile: (file: File, documents: File | null) => void;
  onClear: () => void;
}) {
  const { service, upload, fileName, onFile, onClear } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState(nothing);
  const documents = service.input.kind === 'sheet' ? service.input.documents : undefined;
  const choose = (next: Chosen) => {
    setChosen(next);
    if (next.sheet && (next.zip || documents !== 'required')) onFile(next.sheet, next.zip);
    // What was checked before was checked with other files.
    else onClear();
  };
  const take = (file: File, kind: keyof Chosen) => {
    const found = fileProblem(file, kind === 'zip' ? ['.zip'] : service.acceptedExtensions);
    setProblem(found);
    if (!found) choose({ ...chosen, [kind]: file });
  };
  const sent = upload.isError ? upload.variables : null;
  const disabledReason = upload.isPending ? 'Reading your file…' : undefined;
  const sheetName = fileName ?? (documents && chosen.sheet ? chosen.sheet.name : null);
  // After a reload the ZIP is on the server, and its name is not known here.
  const zipIsKept = fileName !== null && chosen.sheet === null;

  return (
    <Stack gap="2">
      {documents && !zipIsKept ? (
        <FileSlot
          label={
            documents === 'required'
              ? 'Drop the ZIP of PDFs here, or choose it'
              : 'ZIP of documents (optional)'
          }
          name={chosen.zip?.name ?? null}
          extensions={['.zip']}
          disabledReason={disabledReason}
          onFile={(file) => take(file, 'zip')}
          onClear={() => choose({ ...chosen, zip: null })}
        />
      ) : null}
      <FileSlot
        label={documents ? 'Drop your sheet here, or choose it' : 'Drop your file here, or choose it'}
        name={sheetName}
        extensions={service.acceptedExtensions}
        disabledReason={disabledReason}
        onFile={(file) => take(file, 'sheet')}
        onClear={() => choose(zipIsKept ? nothing : { ...chosen, sheet: null })}
      />
      {documents === 'required' && fileName === null && Boolean(chosen.sheet) !== Boolean(chosen.zip) ? (
        <Text textStyle="sm" color="fg.muted" aria-live="polite">
          {errorCatalogue.REX_FILES_REQUIRED.message}
        </Text>
      ) : null}
      {upload.isPending ? <LoadingLines lines={2} label="Reading your file" /> : null}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {sent && !problem ? (
        <Notice
          tone="error"
          title={`${sent.file.name} could not be checked.`}
          smallPrint={requestIdText(upload.error)}
          action={
            <Button
              size="xs"
              variant="outline"
              colorPalette="gray"
              onClick={() => onFile(sent.file, sent.documents)}
            >
              Try Again
            </Button>
          }
        >
          {errorText(upload.error)}
        </Notice>
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
