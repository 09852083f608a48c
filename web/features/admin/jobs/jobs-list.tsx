/** Lists the jobs of all customers; on a phone each job has two lines, starting with the state. */
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { shownCountsOf } from '#contracts/jobs/shown-state.ts';
import type { AdminJob } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import { useBankName } from '#web/lib/bank-name.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useSaid } from '#web/lib/said.ts';
import { serviceName } from '#web/lib/services.ts';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { FileName } from '#web/ui/file-name.tsx';
import { JobStateTag } from '#web/ui/job-state-tag.tsx';
import { PracticeTag } from '#web/ui/practice-tag.tsx';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { uiWords } from '#web/ui/words.ts';
import { adminJobWords } from './words.ts';

type RowProps = { job: AdminJob; onOpen: () => void };

/** The service name is a button that opens the job; a mouse click works anywhere on the row. */
function OpenButton({ job, onOpen }: RowProps) {
  const words = useWords(adminJobWords);
  const service = serviceName(job.serviceId, job.serviceName);
  return (
    <Button
      variant="plain"
      size="xs"
      h="6"
      px="0"
      minW="0"
      maxW="full"
      justifyContent="flex-start"
      textStyle="sm"
      fontWeight="medium"
      color="fg"
      _hover={{ textDecoration: 'underline' }}
      aria-label={words.openJob(service, job.fileName)}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      <Text as="span" truncate>
        {service}
      </Text>
    </Button>
  );
}

/** The file, and below it the bank of its claims where there are several. */
function JobFile({ job: { fileName, bank } }: { job: AdminJob }) {
  const bankName = useBankName()(bank);
  return (
    <Box minW="0" textStyle="xs" color="fg.muted">
      <FileName name={fileName} />
      {bankName ? <Text truncate>{bankName}</Text> : null}
    </Box>
  );
}

function ErrorText({ job }: { job: AdminJob }) {
  const { outcomes } = useWords(uiWords);
  const said = useSaid();
  if (!job.errorCode) return null;
  const known = Object.entries(outcomes).find(([code]) => code === job.errorCode);
  return (
    <Text
      textStyle="xs"
      color="fg.error"
      title={said(job.errorMessage ?? '', job.errorMessageData) || undefined}
    >
      {known ? known[1] : job.errorCode}
    </Text>
  );
}

function Rows({ job }: { job: AdminJob }) {
  const words = useWords(adminJobWords);
  const { total, done, failed, notFound } = shownCountsOf(job);
  return (
    <>
      {words.rowsOf(done, total)}
      {failed > 0 ? (
        <Text as="span" display="block" textStyle="xs" color="fg.error">
          {words.failedRows(failed)}
        </Text>
      ) : null}
      {notFound > 0 ? (
        <Text as="span" display="block" textStyle="xs" color="fg.muted">
          {words.notFoundRows(notFound)}
        </Text>
      ) : null}
    </>
  );
}

/** Since when a job waits for people, and when a stop that nobody decides ends it; otherwise when the job was started. */
function Since({ job }: { job: AdminJob }) {
  const words = useWords(adminJobWords);
  return (
    <>
      {formatDateTime(job.waitsSince ?? job.createdAt)}
      {job.waitsSince && job.endsByItselfAt ? (
        <Text as="span" display="block" textStyle="xs" color="fg.muted">
          {words.endsByItself(formatDateTime(job.endsByItselfAt))}
        </Text>
      ) : null}
    </>
  );
}

function columnsOf(words: WordsOf<typeof adminJobWords>, areWaiting: boolean): Column<RowProps>[] {
  return [
    {
      title: words.state,
      cell: ({ job }) => (
        <>
          <JobStateTag state={job.shownState} /> <PracticeTag job={job} />
          <ErrorText job={job} />
        </>
      ),
    },
    {
      title: words.service,
      look: { maxW: '72' },
      cell: (row) => (
        <>
          <OpenButton {...row} />
          <JobFile job={row.job} />
        </>
      ),
    },
    {
      title: words.customer,
      look: { maxW: '56' },
      cell: ({ job }) => (
        <>
          <Text truncate>{job.customer.name}</Text>
          <Text textStyle="xs" color="fg.muted" truncate>
            {job.customer.email}
          </Text>
        </>
      ),
    },
    {
      title: words.rows,
      atEnd: true,
      look: { whiteSpace: 'nowrap' },
      cell: ({ job }) => <Rows job={job} />,
    },
    { title: words.credits, atEnd: true, cell: ({ job }) => formatDecimals(job.creditsUsed) },
    {
      title: areWaiting ? words.waitsSince : words.started,
      atEnd: true,
      look: { whiteSpace: 'nowrap' },
      cell: ({ job }) => <Since job={job} />,
    },
  ];
}

function Lines(props: RowProps) {
  const { job } = props;
  const words = useWords(adminJobWords);
  return (
    <>
      <Flex gap="2" align="center" justify="space-between" minW="0">
        <Flex gap="2" wrap="wrap">
          <JobStateTag state={job.shownState} />
          <PracticeTag job={job} />
        </Flex>
        <Text as="div" textStyle="xs" color="fg.muted" textAlign="end">
          {job.waitsSince ? `${words.waitsSince}: ` : null}
          <Since job={job} />
        </Text>
      </Flex>
      <Flex gap="3" justify="space-between" align="flex-start">
        <Box minW="0">
          <OpenButton {...props} />
          <JobFile job={job} />
          <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
            {job.customer.email}
          </Text>
          <ErrorText job={job} />
        </Box>
        <Box textAlign="end" whiteSpace="nowrap">
          <Rows job={job} />
        </Box>
      </Flex>
    </>
  );
}

export function JobsList(props: { jobs: AdminJob[]; onOpen: (jobId: string) => void }) {
  const { jobs, onOpen } = props;
  const areWaiting = jobs.some(({ waitsSince }) => waitsSince !== null);
  return (
    <RecordList
      records={jobs.map((job) => ({ job, onOpen: () => onOpen(job.id) }))}
      keyOf={({ job }) => job.id}
      columns={columnsOf(useWords(adminJobWords), areWaiting)}
      renderLines={(row) => <Lines {...row} />}
      onClick={(row) => row.onOpen()}
    />
  );
}
