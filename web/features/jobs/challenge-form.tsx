/**
 * Shows the portal's question for which a job waits, as a picture or a prompt, and a field for the customer's answer.
 */
import { Button, Flex, Image, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { JobChallenge, JobProgress } from '#contracts/calls/jobs-answers.ts';
import { formatSince } from '#web/lib/dates.ts';
import { Notice } from '#web/ui/notice.tsx';
import { errorText } from '#web/lib/messages.ts';
import { Said } from '#web/ui/said.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { answerChallenge, challengePicture } from './queries.ts';
import { useWords } from '#web/lib/words.ts';
import { jobWords } from './words.ts';

export function ChallengeForm(props: { job: JobProgress }) {
  const challenge = props.job.waiting?.challenge;
  // The key empties the field for each new question.
  return challenge ? <Question key={challenge.id} jobId={props.job.jobId} challenge={challenge} /> : null;
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
