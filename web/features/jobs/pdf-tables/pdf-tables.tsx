/** Shows one PDF of a job: its pages with their tables, and the export of the changes. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, Download, FileOutput } from 'lucide-react';
import { useRef, useState } from 'react';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import type { TablesPage } from '#contracts/jobs/pdf-tables.ts';
import { ApiError } from '#web/lib/client.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { ChangedElsewhere } from '#web/ui/changed-elsewhere.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { ErrorState, LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { PageTables } from './page-tables.tsx';
import { KeptLayouts, KeptNotice, RememberChoice } from './kept-layouts.tsx';
import { changesOf, isChangedElsewhere, keptLayoutsKey, type PdfRow } from './queries.ts';
import { useTables, type Tables } from './use-tables.ts';
import { tableWords } from './words.ts';

const isUploadGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'UPLOAD_EXPIRED';

function PageHead(props: { view: TablesPage; onPage: (page: number) => void }) {
  const { view, onPage } = props;
  const words = useWords(tableWords);
  const counts = Object.entries(view.tablesByPage);
  const total = counts.reduce((sum, [, tables]) => sum + tables, 0);
  const next = counts.find(([page, tables]) => tables > 0 && Number(page) > view.page);
  return (
    <Flex justify="space-between" align="center" gap="3" wrap="wrap" minH="8">
      <Text textStyle="sm" color="fg.muted">
        {words.counted(total, view.pageCount)}
      </Text>
      {next ? (
        <Button size="xs" variant="ghost" onClick={() => onPage(Number(next[0]))}>
          {words.nextWithTables(Number(next[0]))} <ArrowRight aria-hidden />
        </Button>
      ) : null}
    </Flex>
  );
}

function SaveState({ tables }: { tables: Tables }) {
  const words = useWords(tableWords);
  if (isChangedElsewhere(tables.saveError)) return null;
  if (tables.saveError)
    return (
      <Notice
        tone="error"
        title={words.saveFailed}
        smallPrint={requestIdText(tables.saveError)}
        action={
          <Button size="xs" variant="outline" colorPalette="gray" onClick={tables.saveAgain}>
            {words.tryAgain}
          </Button>
        }
      >
        {errorText(tables.saveError)}
      </Notice>
    );
  return (
    <Text textStyle="xs" color="fg.muted" aria-live="polite">
      {tables.isSaving ? words.saving : tables.isChanged ? words.saved : ''}
    </Text>
  );
}

function useExport(row: PdfRow, tables: Tables) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: tables.exportNow,
    scope: changesOf(row),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['jobs', row.jobId] });
      void client.invalidateQueries({ queryKey: keptLayoutsKey });
    },
  });
}

function ExportBar(props: {
  send: ReturnType<typeof useExport>;
  tables: Tables;
  downloadUrl: string | null;
}) {
  const { send, tables, downloadUrl } = props;
  const words = useWords(tableWords);
  return (
    <Stack gap="3" borderTopWidth="1px" pt="4">
      <SaveState tables={tables} />
      <RememberChoice tables={tables} />
      <Flex gap="3" align="center" wrap="wrap">
        <Button loading={send.isPending} loadingText={words.exporting} onClick={() => send.mutate()}>
          <FileOutput aria-hidden /> {words.export}
        </Button>
        <Text textStyle="sm" color="fg.muted" flex="1" minW="48">
          {words.exportHint}
        </Text>
      </Flex>
      {send.isError && !isChangedElsewhere(send.error) ? (
        <Notice tone="error" title={words.exportFailed} smallPrint={requestIdText(send.error)}>
          {errorText(send.error)}
        </Notice>
      ) : null}
      {send.isSuccess ? (
        <Notice
          tone="success"
          title={words.exported(send.data.tables, send.data.rows)}
          action={
            downloadUrl ? (
              <Button asChild size="xs" variant="outline" mt="1">
                <a href={downloadUrl} download>
                  <Download aria-hidden /> {words.download}
                </a>
              </Button>
            ) : null
          }
        />
      ) : null}
    </Stack>
  );
}

/** Stays in sight at the bottom of the screen, because the change that was refused can be far from the export. */
function ChangedNotice({ onLoad }: { onLoad: () => void }) {
  const words = useWords(tableWords);
  return (
    <Box position="sticky" bottom="var(--bottom-bar)" zIndex="docked" bg="bg.panel" pb="2">
      <ChangedElsewhere
        title={words.changedElsewhere}
        hint={words.changedElsewhereHint}
        loadLabel={words.loadOther}
        onLoad={onLoad}
      />
    </Box>
  );
}

type Props = { row: PdfRow; job: JobDetail };

export function PdfTables(props: Props) {
  const frame = useRef<HTMLElement>(null);
  return (
    <Box
      as="fieldset"
      ref={frame}
      minW="0"
      aria-label={useWords(tableWords).tables}
      tabIndex={-1}
      outline="none"
    >
      {/* The button that loads the other version goes away with its notice, so the focus goes to what is loaded. */}
      <Contents {...props} onLoad={() => frame.current?.focus()} />
    </Box>
  );
}

function Contents(props: Props & { onLoad: () => void }) {
  const { row, job, onLoad } = props;
  const words = useWords(tableWords);
  const [page, setPage] = useState(1);
  const tables = useTables(row, page);
  const send = useExport(row, tables);
  const { view } = tables;
  const loadOther = () => {
    onLoad();
    send.reset();
    void tables.loadStored();
  };
  const showPage = (next: number) => {
    tables.choose(null);
    setPage(next);
  };
  if (view.isPending)
    return (
      <Stack gap="3">
        {view.failureCount > 0 ? <Notice tone="info">{words.stillReading}</Notice> : null}
        <LoadingLines lines={3} height="24" label={words.loading} />
      </Stack>
    );
  if (view.isError && isUploadGone(view.error)) return <Notice tone="info">{words.uploadGone}</Notice>;
  if (view.isError)
    return <ErrorState title={words.failed} error={view.error} onRetry={() => void view.refetch()} />;
  const { size, pageCount } = view.data;
  return (
    <Stack gap="4">
      <PageHead view={view.data} onPage={showPage} />
      <KeptNotice tables={tables} />
      {view.isPlaceholderData ? (
        <LoadingLines lines={2} height="60" label={words.loading} />
      ) : size ? (
        <PageTables view={view.data} size={size} tables={tables} />
      ) : (
        <Notice tone="warning">{words.damaged}</Notice>
      )}
      <Box>
        <Pager label={words.pages} current={page} total={pageCount} onPage={showPage} />
      </Box>
      <ExportBar send={send} tables={tables} downloadUrl={job.downloadUrl} />
      <KeptLayouts />
      {isChangedElsewhere(tables.saveError) || isChangedElsewhere(send.error) ? (
        <ChangedNotice onLoad={loadOther} />
      ) : null}
    </Stack>
  );
}
