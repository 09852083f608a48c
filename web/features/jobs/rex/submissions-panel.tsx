/** Lists the customer's REX submissions: the result of each, its record at EPB and its receipt. */
import { Stack, Table, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { FileText, Globe } from 'lucide-react';
import { useState } from 'react';
import type { RexSubmission } from '#contracts/calls/jobs/rex-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { useWords } from '#web/lib/words.ts';
import { useIsWide } from '#web/lib/use-wide.ts';
import { paths } from '#web/paths.ts';
import { DocumentLink, DocumentsInPlace } from '#web/ui/documents/documents-in-place.tsx';
import { OutcomeTag } from '#web/ui/outcome-tag.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { Said } from '#web/ui/said.tsx';
import { ScrollFrame } from '#web/ui/scroll-frame.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { submissionsPageSize, submissionsQuery } from './queries.ts';
import { rexWords } from './words.ts';

function Outcome(props: { submission: RexSubmission }) {
  const { outcome, message, messageData } = props.submission;
  const isDone = outcome === 'SUCCESS' || outcome === 'ALREADY_DONE';
  return (
    <Stack gap="1" align="flex-start">
      <OutcomeTag outcome={outcome} />
      {isDone || message === '' ? null : (
        <Text textStyle="xs" color="fg.muted">
          <Said text={message} data={messageData} />
        </Text>
      )}
    </Stack>
  );
}

function Record(props: { submission: RexSubmission }) {
  const { portal_record_id: record, documents } = props.submission;
  return (
    <Stack gap="1">
      {record ?? '–'}
      {documents.map(({ name, url }) => (
        <DocumentLink key={url} document={{ name, url }} minH="6">
          <FileText size={16} aria-hidden /> {name}
        </DocumentLink>
      ))}
    </Stack>
  );
}

/** On a phone each submission starts with its result. */
function SubmissionItems(props: { submissions: RexSubmission[] }) {
  return (
    <Stack as="ul" listStyleType="none" gap="3" textStyle="sm">
      {props.submissions.map((submission) => (
        <Stack as="li" key={submission.id} gap="1" borderTopWidth="1px" pt="3" align="flex-start">
          <Outcome submission={submission} />
          <Text overflowWrap="anywhere">
            <b>{submission.invoice_no}</b> · {submission.bl_no} · {submission.invoice_value} ·{' '}
            {submission.rex_importer_id} · {submission.destination_country_id}
          </Text>
          <Record submission={submission} />
          <RouteLink to={paths.job(submission.jobId)} minH="6">
            {formatDateTime(submission.created_at)}
          </RouteLink>
        </Stack>
      ))}
    </Stack>
  );
}

function SubmissionsTable(props: { submissions: RexSubmission[] }) {
  const words = useWords(rexWords);
  return (
    <ScrollFrame label={words.submissionsTable}>
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row bg="bg.muted">
            {Object.entries(words.headings).map(([key, heading]) => (
              <Table.ColumnHeader key={key} textAlign={key === 'value' ? 'end' : undefined}>
                {heading}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {props.submissions.map((submission) => (
            <Table.Row key={submission.id} bg="bg.panel" verticalAlign="top">
              <Table.Cell>{submission.invoice_no}</Table.Cell>
              <Table.Cell>{submission.bl_no}</Table.Cell>
              <Table.Cell textAlign="end">{submission.invoice_value}</Table.Cell>
              <Table.Cell>{submission.rex_importer_id}</Table.Cell>
              <Table.Cell>{submission.destination_country_id}</Table.Cell>
              <Table.Cell minW="36">
                <Outcome submission={submission} />
              </Table.Cell>
              <Table.Cell minW="36">
                <Record submission={submission} />
              </Table.Cell>
              <Table.Cell>
                <RouteLink to={paths.job(submission.jobId)}>
                  {formatDateTime(submission.created_at)}
                </RouteLink>
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </ScrollFrame>
  );
}

export function SubmissionsPanel() {
  const words = useWords(rexWords);
  const user = useUser();
  const wide = useIsWide();
  const [page, setPage] = useState(1);
  const list = useQuery(submissionsQuery(user.id, page));
  return (
    <Panel title={words.submissions}>
      <PagedList
        list={list}
        label={words.submissions}
        countText={words.submissionCount}
        page={page}
        pageSize={submissionsPageSize}
        onPage={setPage}
        failure={{ title: words.submissionsFailed, retryLabel: words.tryAgain }}
        empty={
          <EmptyState icon={Globe} title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
      >
        {(submissions) => (
          <DocumentsInPlace documents={submissions.flatMap(({ documents }) => documents)}>
            {wide ? (
              <SubmissionsTable submissions={submissions} />
            ) : (
              <SubmissionItems submissions={submissions} />
            )}
          </DocumentsInPlace>
        )}
      </PagedList>
    </Panel>
  );
}
