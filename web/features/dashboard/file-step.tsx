/** Step 2: the file, its sample, and what went wrong with it. */
import { Button, Flex, IconButton, Link, Stack, Text } from '@chakra-ui/react';
import type { UseMutationResult } from '@tanstack/react-query';
import { Download, FileText, X } from 'lucide-react';
import { useState } from 'react';
import type { Preview } from '#contracts/jobs.ts';
import type { AvailableService } from '#services/contract.ts';
import { templateUrl } from '../../paths.ts';
import { FileDrop, fileProblem } from '../../ui/file-drop.tsx';
import { Notice } from '../../ui/notice.tsx';
import { errorText, LoadingLines, requestIdText } from '../../ui/states.tsx';

type Upload = UseMutationResult<Preview, Error, { serviceId: string; file: File }>;
const formatNames = { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' } as const;

function SampleLinks(props: { service: AvailableService }) {
  const { service } = props;
  const formats = service.input.kind === 'pdf' ? (['pdf'] as const) : (['csv', 'xlsx'] as const);
  return (
    <Flex gap="4" wrap="wrap" textStyle="sm">
      {formats.map((format) => (
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

function ChosenFile(props: { name: string; onClear: () => void }) {
  return (
    <Flex align="center" gap="2" borderWidth="1px" borderRadius="l2" ps="3" pe="1" minH="10" bg="bg.subtle">
      <FileText size={16} aria-hidden />
      <Text textStyle="sm" fontWeight="medium" truncate flex="1" title={props.name}>
        {props.name}
      </Text>
      <IconButton
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={`Remove file ${props.name}`}
        onClick={props.onClear}
      >
        <X aria-hidden />
      </IconButton>
    </Flex>
  );
}

export function FileStep(props: {
  service: AvailableService;
  upload: Upload;
  fileName: string | null;
  onFile: (file: File) => void;
  onClear: () => void;
}) {
  const { service, upload, fileName, onFile, onClear } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const take = (file: File) => {
    const found = fileProblem(file, service.acceptedExtensions);
    setProblem(found);
    if (!found) onFile(file);
  };
  const failedFile = upload.isError ? upload.variables.file : null;

  return (
    <Stack gap="2">
      {fileName ? (
        <ChosenFile name={fileName} onClear={onClear} />
      ) : (
        <FileDrop
          label="Drop your file here, or choose it"
          extensions={service.acceptedExtensions}
          disabledReason={upload.isPending ? 'Reading your file…' : undefined}
          onFile={take}
        />
      )}
      {upload.isPending ? <LoadingLines lines={2} label="Reading your file" /> : null}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {failedFile && !problem ? (
        <Notice
          tone="error"
          title={`${failedFile.name} could not be checked.`}
          smallPrint={requestIdText(upload.error)}
          action={
            <Button size="xs" variant="outline" colorPalette="gray" onClick={() => onFile(failedFile)}>
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
