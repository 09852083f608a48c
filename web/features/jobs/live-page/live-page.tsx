/** Shows the live page of a portal that a job waits for. The customer works on it until the job continues by itself. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { JobChallenge } from '#contracts/calls/jobs/jobs-answers.ts';
import type { LiveFrameEvent } from '#contracts/jobs/live-pages.ts';
import { formatDuration } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { momentNow } from '#web/lib/moment.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Said } from '#web/ui/said.tsx';
import { LoadingLines } from '#web/ui/states.tsx';
import { LiveScreen } from './live-screen.tsx';
import { KeyTools, PictureTools, TextTool, zooms } from './live-tools.tsx';
import { useLivePage, type LiveControl } from './use-live-page.ts';
import { livePageWords } from './words.ts';

const secondMs = 1_000;
/** Share of the page's height by which one press scrolls. */
const scrolledShare = 0.6;

export function LivePage(props: { jobId: string; challenge: JobChallenge }) {
  const { jobId, challenge } = props;
  const words = useWords(livePageWords);
  const live = useLivePage({ jobId, challengeId: challenge.id });
  const client = useQueryClient();
  const { phase } = live;
  useEffect(() => {
    if (phase === 'over') void client.invalidateQueries({ queryKey: ['jobs', jobId] });
  }, [client, jobId, phase]);
  return (
    <Stack gap="3" mt="3">
      <Notice tone="warning" title={words.title}>
        <Stack gap="2">
          <Text>
            <Said text={challenge.prompt} data={challenge.promptData} />
          </Text>
          <Text color="fg.muted">{words.why}</Text>
          <TimeLeft until={challenge.expiresAt} />
        </Stack>
      </Notice>
      <Status live={live} />
      {live.frame && (phase === 'open' || phase === 'lost') ? (
        <Workplace live={live} frame={live.frame} />
      ) : null}
    </Stack>
  );
}

function TimeLeft({ until }: { until: string }) {
  const words = useWords(livePageWords);
  const [leftMs, setLeftMs] = useState(() => Date.parse(until) - momentNow().getTime());
  useEffect(() => {
    const timer = setInterval(() => setLeftMs(Date.parse(until) - momentNow().getTime()), secondMs);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums" role="timer">
      {words.left(formatDuration(Math.max(0, leftMs)))}
    </Text>
  );
}

/** Shows the messages and buttons before the page is shown, and after it has ended. */
function Status({ live }: { live: LiveControl }) {
  const words = useWords(livePageWords);
  const { phase, frame, error, open } = live;
  const said = { over: words.over, lost: words.reconnecting, taken: words.elsewhere };
  return (
    <Stack gap="3" aria-live="polite" align="flex-start">
      {phase === 'over' || phase === 'lost' || phase === 'taken' ? <Text>{said[phase]}</Text> : null}
      {phase === 'closed' ? <Button onClick={() => open(false)}>{words.open}</Button> : null}
      {phase === 'taken' ? <Button onClick={() => open(true)}>{words.goOnHere}</Button> : null}
      {phase === 'opening' || (phase === 'open' && !frame) ? (
        <LoadingLines lines={3} label={words.connecting} />
      ) : null}
      {error ? <Notice tone="error">{errorText(error)}</Notice> : null}
    </Stack>
  );
}

function Workplace({ live, frame }: { live: LiveControl; frame: LiveFrameEvent }) {
  const words = useWords(livePageWords);
  const { act, refusals } = live;
  const [zoom, setZoom] = useState<number>(zooms[0]);
  const [drags, setDrags] = useState(false);
  const { widthPx, heightPx } = frame;
  return (
    <Stack gap="3">
      <PictureTools
        zoom={zoom}
        onZoom={setZoom}
        drags={drags}
        onDrags={setDrags}
        scrollPx={Math.round(heightPx * scrolledShare)}
        middle={{ x: Math.round(widthPx / 2), y: Math.round(heightPx / 2) }}
        onAct={act}
      />
      <LiveScreen frame={frame} zoom={zoom} dragsByTouch={drags} onAct={act} />
      <TextTool onAct={act} />
      <KeyTools onAct={act} />
      <Ends live={live} />
      {refusals > 0 ? (
        // The key makes a new notice for each refusal, so that it is announced again.
        <Notice key={refusals} tone="info">
          {words.notDone}
        </Notice>
      ) : null}
    </Stack>
  );
}

function Ends({ live: { act } }: { live: LiveControl }) {
  const words = useWords(livePageWords);
  const [asks, setAsks] = useState(false);
  return (
    <Stack gap="2">
      <Flex gap="2" wrap="wrap">
        <Button onClick={() => act({ act: 'done' })}>{words.done}</Button>
        <Button variant="outline" colorPalette="gray" aria-expanded={asks} onClick={() => setAsks(!asks)}>
          {words.giveUp}
        </Button>
      </Flex>
      {asks ? (
        <Notice
          tone="warning"
          title={words.giveUpThis}
          action={
            <Button size="sm" colorPalette="failure" onClick={() => act({ act: 'give-up' })}>
              {words.giveUp}
            </Button>
          }
        >
          {words.giveUpEffect}
        </Notice>
      ) : null}
    </Stack>
  );
}
