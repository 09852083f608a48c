/** Renders the panel of an ended job in which the customer checks the tables of its PDFs. */
import { Box, Button, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Table2 } from 'lucide-react';
import { useState } from 'react';
import type { JobDetail, JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { isExpired } from '#web/lib/dates.ts';
import { useWords } from '#web/lib/words.ts';
import { useScrollHere } from '#web/lib/use-scroll-here.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { jobRowsQuery } from '#web/features/jobs/queries.ts';
import { PdfTables } from './pdf-tables.tsx';
import { tableWords } from './words.ts';

const nameOf = ({ data, rowNumber }: JobRow): string => data['file_name'] ?? String(rowNumber);

/** Lists the converted PDFs. A single PDF is shown at once. */
function ConvertedPdfs(props: { job: JobDetail }) {
  const { job } = props;
  const words = useWords(tableWords);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string | null>(null);
  const query = { jobId: job.jobId, page, outcome: 'succeeded', like: null, running: false } as const;
  const rows = useQuery(jobRowsQuery(query));
  if (rows.isPending) return <LoadingLines lines={2} height="16" label={words.loadingList} />;
  if (rows.isError)
    return <ErrorState title={words.listFailed} error={rows.error} onRetry={() => void rows.refetch()} />;
  const pdfs = rows.data.rows;
  const shown = pdfs.find(({ rowNumber }) => String(rowNumber) === chosen) ?? pdfs[0];
  if (!shown) return <EmptyState icon={Table2} title={words.noPdf} />;
  const row = { jobId: job.jobId, rowNumber: shown.rowNumber };
  return (
    <Stack gap="4">
      {rows.data.pagination.totalCount > 1 ? (
        <Box maxW="md">
          <SelectField
            label={words.pdf}
            value={String(shown.rowNumber)}
            choices={pdfs.map((pdf) => ({ value: String(pdf.rowNumber), label: nameOf(pdf) }))}
            onChange={setChosen}
          />
          <Pager
            label={words.pagesOfPdfs}
            current={page}
            total={rows.data.pagination.totalPages}
            onPage={setPage}
          />
        </Box>
      ) : null}
      <PdfTables key={shown.rowNumber} row={row} job={job} />
    </Stack>
  );
}

/** Nothing is loaded until the panel is opened, because reading the pages takes a worker's time. */
export function TablesPanel(props: { job: JobDetail; isOpen: boolean }) {
  const { job } = props;
  const words = useWords(tableWords);
  const [isOpen, setOpen] = useState(props.isOpen);
  const place = useScrollHere(props.isOpen);
  const deletedAt = new Date(new Date(job.createdAt).getTime() + limits.uploadRetentionMs);
  const isGone = isExpired(deletedAt.toISOString());
  return (
    <Box ref={place} scrollMarginTop="20">
      <Panel title={words.tables}>
        {isGone ? <Notice tone="info">{words.uploadGone}</Notice> : null}
        {!isGone && isOpen ? <ConvertedPdfs job={job} /> : null}
        {!isGone && !isOpen ? (
          <Stack gap="3" align="flex-start">
            <Text textStyle="sm" color="fg.muted">
              {words.intro}
            </Text>
            <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
              <Table2 aria-hidden /> {words.check}
            </Button>
          </Stack>
        ) : null}
      </Panel>
    </Box>
  );
}
