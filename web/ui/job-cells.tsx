/**
 * Renders the cells of every list of jobs: the name of a job with its file and error, and its state with its progress.
 */
import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { WorkHistoryItem } from '#contracts/calls/jobs/jobs-answers.ts';
import { useBankName, withBank } from '#web/lib/bank-name.ts';
import { formatPercent } from '#web/lib/numbers.ts';
import { serviceName } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { FileName } from './file-name.tsx';
import { JobStateTag } from './job-state-tag.tsx';
import { PracticeTag } from './practice-tag.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { RouteLink } from './route-link.tsx';
import { Said } from './said.tsx';
import { uiWords } from './words.ts';

type NamedJob = Pick<
  WorkHistoryItem,
  | 'id'
  | 'serviceId'
  | 'serviceName'
  | 'isPractice'
  | 'fileName'
  | 'bank'
  | 'errorMessage'
  | 'errorMessageData'
>;

/** Shows the bank below the file if there are several banks, and `children` below the error. */
export function JobName(props: { job: NamedJob; children?: ReactNode }) {
  const { job, children } = props;
  const name = serviceName(job.serviceId, job.serviceName);
  const bank = useBankName()(job.bank);
  return (
    <Box minW="0">
      <RouteLink
        to={paths.job(job.id)}
        data-opens
        fontWeight="medium"
        color="fg"
        variant="underline"
        aria-label={useWords(uiWords).openJob(withBank(`${name}, ${job.fileName}`, bank))}
      >
        {name}
      </RouteLink>{' '}
      <PracticeTag job={job} />
      <FileName name={job.fileName} textStyle="xs" color="fg.muted" maxW={{ md: '64' }} />
      {bank ? (
        <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
          {bank}
        </Text>
      ) : null}
      {job.errorMessage ? (
        <Text textStyle="xs" color="fg.error">
          <Said text={job.errorMessage} data={job.errorMessageData} />
        </Text>
      ) : null}
      {children}
    </Box>
  );
}

export function JobState(props: { job: Pick<WorkHistoryItem, 'shownState' | 'progress' | 'fileName'> }) {
  const { shownState, progress, fileName } = props.job;
  const words = useWords(uiWords);
  return (
    <Stack gap="1.5" align="flex-start">
      <JobStateTag state={shownState} />
      {shownState === 'running' ? (
        <Flex align="center" gap="2" w="28" textStyle="xs" color="fg.muted">
          <ProgressBar percent={progress} label={words.progressOf(fileName)} />
          {formatPercent(Math.round(progress))}
        </Flex>
      ) : null}
    </Stack>
  );
}
