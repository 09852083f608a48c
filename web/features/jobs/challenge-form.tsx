/**
 * Shows the portal's question that a job waits for: a picture or a prompt with a field for the answer, or the portal's
 * live page.
 */
import { Button, Flex, Image, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type SyntheticEvent } from 'react';
import type { JobChallenge, JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import { formatSince } from '#web/lib/dates.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { errorText } from '#web/lib/messages.ts';
import { RouteButton } from '#web/ui/route-link.tsx';
import { Said } from '#web/ui/said.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { answerChallenge, challengePicture } from './queries.ts';
import { useWords } from '#web/lib/words.ts';
import { jobWords } from './words.ts';

const LivePage = lazy(() =>
  import('./live-page/live-page.tsx').then((module) => ({ default: module.LivePage })),
);

/** A live page is shown where there is room for it; elsewhere, a link leads there. */
export function ChallengeForm(props: { job: JobProgress; hasRoom?: boolean }) {
  const { job, hasRoom } = props;
  const challenge = job.waiting?.challenge;
  if (!challenge) return null;
  const given = { jobId: job.jobId, challenge };
  // The key empties the field for each new question.
  if (challenge.kind !== 'live') return <Question key={challenge.id} {...given} />;
  if (!hasRoom) return <LiveLink {...given} />;
  return (
    <Suspense fallback={<LiveLink {...given} />}>
      <LivePage key={challenge.id} {...given} />
    </Suspense>
  );
}

function LiveLink(props: { jobId: string; challenge: JobChallenge }) {
  const { jobId, challenge } = props;
  const words = useWords(jobWords);
  return (
    <Notice
      tone="warning"
      title={words.personAsked}
      smallPrint={words.until(formatSince(challenge.expiresAt))}
      action={
        <RouteButton size="sm" to={paths.job(jobId)}>
          {words.openPage}
        </RouteButton>
      }
    >
      <Said text={challenge.prompt} data={challenge.promptData} />
    </Notice>
  );
}

function Question(props: { jobId: string; challenge: JobChallenge }) {
  const { jobId, challenge } = props;
  const words = useWords(jobWords);
  const client = useQueryClient();
  const [answer, setAnswer] = useState('');
  const send = useMutation({
    mutationFn: () => answerChallenge(jobId, challenge.id, answer.trim()),
    onSettled: () => void client.invalidateQueries({ queryKey: ['jobs', jobId] }),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (answer.trim() !== '' && !send.isPending) send.mutate();
  };
  const isCaptcha = challenge.kind === 'captcha';
  return (
    <Notice tone="warning" title={isCaptcha ? words.personAsked : words.codeAsked}>
      <Stack as="form" gap="3" onSubmit={submit}>
        <Text>
          <Said text={challenge.prompt} data={challenge.promptData} />
        </Text>
        {challenge.hasPicture ? (
          <Image
            src={challengePicture(jobId, challenge.id)}
            alt={words.picture}
            alignSelf="flex-start"
            maxW="full"
            borderWidth="1px"
            bg="white"
          />
        ) : null}
        <Flex gap="3" align="flex-end" wrap="wrap">
          <TextField
            label={isCaptcha ? words.characters : words.code}
            value={answer}
            onChange={setAnswer}
            autoComplete={isCaptcha ? 'off' : 'one-time-code'}
            {...(send.isError ? { error: errorText(send.error) } : {})}
          />
          <Button type="submit" loading={send.isPending} disabled={answer.trim() === ''}>
            {words.sendAnswer}
          </Button>
        </Flex>
        <Text textStyle="xs" color="fg.muted">
          {words.until(formatSince(challenge.expiresAt))}
        </Text>
      </Stack>
    </Notice>
  );
}
