/** Lists running and recent bulk retries: their progress, the refused jobs with their reasons, and a stop button. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleStop, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { DAY_MS } from '#contracts/durations.ts';
import type { BulkRetryState } from '#contracts/jobs/admin-jobs.ts';
import type { BulkRetryProgress } from '#contracts/calls/jobs/admin-jobs-answers.ts';
import { formatSince } from '#web/lib/dates.ts';
import { momentNow } from '#web/lib/moment.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Said } from '#web/ui/said.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { bulkWords } from './bulk-words.ts';
import { adminJobsKey, bulkRetriesQuery, isUnderWay, stopBulkRetry } from './queries.ts';

const looks: Record<BulkRetryState, { tone: StatusTone; icon: LucideIcon }> = {
  running: { tone: 'information', icon: LoaderCircle },
  stopping: { tone: 'attention', icon: LoaderCircle },
  stopped: { tone: 'gray', icon: CircleStop },
  done: { tone: 'brand', icon: CircleCheck },
};

/** The number of finished retries of the last day that are shown beside the running ones. */
const endedShown = 2;

const isRecent = ({ endedAt }: BulkRetryProgress, nowMs = momentNow().getTime()): boolean =>
  endedAt !== null && nowMs - new Date(endedAt).getTime() < DAY_MS;

/** Renders nothing while there are no bulk retries, because the tab is about jobs. */
export function BulkRetries(props: { onOpen: (jobId: string) => void }) {
  const words = useWords(bulkWords);
  const { data = [] } = useQuery(bulkRetriesQuery);
  const ended = data.filter((bulk) => isRecent(bulk)).slice(0, endedShown);
  const shown = data.filter((bulk) => isUnderWay(bulk) || ended.includes(bulk));
  if (shown.length === 0) return null;
  return (
    <Panel title={words.bulkRetries}>
      <Box as="ul" listStyleType="none">
        {shown.map((bulk) => (
          <BulkLine key={bulk.id} bulk={bulk} onOpen={props.onOpen} />
        ))}
      </Box>
    </Panel>
  );
}

function BulkLine(props: { bulk: BulkRetryProgress; onOpen: (jobId: string) => void }) {
  const { bulk, onOpen } = props;
  const words = useWords(bulkWords);
  const { state, total, retried, refused } = bulk;
  const worked = retried + refused;
  return (
    <Stack
      as="li"
      gap="1.5"
      py="3"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0', pt: '0' }}
      _last={{ pb: '0' }}
    >
      <Flex gap="3" columnGap="4" align="center" wrap="wrap">
        <StatusTag {...looks[state]} label={words.states[state]} />
        <Box flex="1 1 14rem" minW="0" textStyle="sm">
          <Text fontWeight="medium">{words.headline(total, bulk.startedBy)}</Text>
          <Text color="fg.muted" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
            {words.figures(retried, refused, total - worked)} · {formatSince(bulk.startedAt)}
            {bulk.reason ? ` · ${bulk.reason}` : ''}
          </Text>
        </Box>
        {state === 'running' ? <StopButton bulk={bulk} /> : null}
      </Flex>
      {isUnderWay(bulk) ? (
        <ProgressBar percent={(worked / total) * 100} label={words.progress(total)} />
      ) : null}
      <Refusals bulk={bulk} onOpen={onOpen} />
    </Stack>
  );
}

function StopButton({ bulk }: { bulk: BulkRetryProgress }) {
  const words = useWords(bulkWords);
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="xs" variant="outline" colorPalette="gray" onClick={() => setAsking(true)}>
        {words.stop}
      </Button>
      {asking ? (
        <ActionDialog
          action={{
            title: words.stopTitle,
            effect: words.stopEffect,
            confirmLabel: words.stop,
            destructive: true,
            needsReason: true,
            act: (reason) => stopBulkRetry(bulk.id, reason),
            success: words.stopped,
          }}
          onDone={() => {
            void client.invalidateQueries({ queryKey: bulkRetriesQuery.queryKey });
            void client.invalidateQueries({ queryKey: adminJobsKey });
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function Refusals(props: { bulk: BulkRetryProgress; onOpen: (jobId: string) => void }) {
  const { bulk, onOpen } = props;
  const words = useWords(bulkWords);
  const [open, setOpen] = useState(false);
  if (bulk.refusals.length === 0) return null;
  return (
    <Box>
      <Button
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? words.hideRefusals : words.showRefusals(bulk.refused)}
      </Button>
      {open ? (
        <Stack as="ul" listStyleType="none" gap="0.5" pt="1" maxH="64" overflowY="auto" textStyle="sm">
          {bulk.refusals.map(({ jobId, message, messageData }) => (
            <Flex as="li" key={jobId} gap="3" align="baseline">
              <Button
                size="2xs"
                variant="ghost"
                fontFamily="mono"
                minH="6"
                aria-label={words.openJob(jobId)}
                onClick={() => onOpen(jobId)}
              >
                {jobId.slice(0, 8)}
              </Button>
              <Text minW="0">
                <Said text={message} data={messageData} />
              </Text>
            </Flex>
          ))}
        </Stack>
      ) : null}
    </Box>
  );
}
