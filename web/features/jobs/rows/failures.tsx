/** Shows a job's failed rows by what went wrong, and leads to the rows of each problem and to their correction. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { FailureGroup, JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import { useSaid } from '#web/lib/said.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { OutcomeTag } from '#web/ui/outcome-tag.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { failuresWords } from './failures-words.ts';
import { canCorrect, failureGroupsQuery } from '#web/features/jobs/queries.ts';

type Choose = (group: FailureGroup) => void;

function Group(props: { job: JobDetail; group: FailureGroup; onChoose: Choose }) {
  const { job, group, onChoose } = props;
  const words = useWords(failuresWords);
  const problem = useSaid()(group.message, group.messageData);
  return (
    <ListRow gap="3" py="2.5" wrap="wrap" justify="space-between">
      <Stack gap="1" flex="1 1 16rem" minW="0" textStyle="sm">
        <Flex gap="2" align="center" wrap="wrap">
          <OutcomeTag outcome={group.outcome} />
          <Text fontWeight="medium" fontVariantNumeric="tabular-nums">
            {words.rows(group.rows)}
          </Text>
        </Flex>
        <Text overflowWrap="anywhere">{problem}</Text>
      </Stack>
      <Flex gap="2">
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          aria-label={words.showNamed(group.rows, problem)}
          onClick={() => onChoose(group)}
        >
          {words.show}
        </Button>
        {canCorrect(job) ? (
          <Button size="xs" variant="outline" colorPalette="gray" asChild>
            <Link
              to={paths.corrections(job.jobId, group.firstRow)}
              aria-label={words.correctNamed(group.rows, problem)}
            >
              {words.correct}
            </Link>
          </Button>
        ) : null}
      </Flex>
    </ListRow>
  );
}

export function Failures(props: { job: JobDetail; onChoose: Choose }) {
  const { job, onChoose } = props;
  const words = useWords(failuresWords);
  const failures = useQuery({ ...failureGroupsQuery(job), enabled: job.rowsFailed > 1 });
  const { groups = [], otherRows = 0 } = failures.data ?? {};
  const title = job.rowsFailed === job.rowsNotFound ? words.notFoundTitle : words.title;
  // A single failed row shows by itself what went wrong.
  if (job.rowsFailed < 2) return null;
  return (
    <Panel title={title}>
      {failures.isPending ? <LoadingLines lines={2} height="12" label={title} /> : null}
      <LoadFailure title={words.groupsFailed} query={failures} />
      <Stack as="ul" gap="0" listStyleType="none" maxH="96" overflowY="auto">
        {groups.map((group) => (
          <Group key={group.firstRow} job={job} group={group} onChoose={onChoose} />
        ))}
      </Stack>
      {otherRows > 0 ? (
        <Text textStyle="sm" color="fg.muted" pt="2">
          {words.otherRows(otherRows)}
        </Text>
      ) : null}
    </Panel>
  );
}
