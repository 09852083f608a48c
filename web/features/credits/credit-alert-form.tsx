/** From which balance on the user is told that credits run low. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { creditsText } from '../../lib/money.ts';
import { Notice } from '../../ui/notice.tsx';
import { notify } from '../../ui/notify.ts';
import { errorText, requestIdText } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useUser } from '../auth/queries.ts';
import { creditOverviewQuery, setCreditAlert } from './queries.ts';
import { thresholdIn } from './threshold.ts';

export function CreditAlertForm(props: { saved: number | null }) {
  const { saved } = props;
  const user = useUser();
  const client = useQueryClient();
  const [text, setText] = useState(saved === null ? '' : String(saved));
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: (threshold: number | null) => setCreditAlert(user.id, threshold),
    onSuccess: ({ message, threshold }) => {
      notify('success', message);
      setText(threshold === null ? '' : String(threshold));
      return client.invalidateQueries({ queryKey: creditOverviewQuery(user.id).queryKey });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const threshold = thresholdIn(text);
    setProblem(
      threshold === null ? 'Please enter credits from 0 to 1,000,000, with at most two decimals.' : undefined,
    );
    if (threshold !== null) save.mutate(threshold);
  };
  const switchOff = () => {
    setProblem(undefined);
    save.mutate(null);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="3">
        <Text textStyle="sm" color="fg.muted">
          {saved === null
            ? 'No alert is set. We can tell you before a job has to wait for credits.'
            : `We notify you when a job takes your balance below ${creditsText(saved)}.`}
        </Text>
        <TextField
          label="Notify me below this many credits"
          inputMode="decimal"
          autoComplete="off"
          maxW="52"
          value={text}
          onChange={setText}
          error={problem}
        />
        {save.isError ? (
          <Notice tone="error" smallPrint={requestIdText(save.error)}>
            {errorText(save.error)}
          </Notice>
        ) : null}
        <Flex gap="2" wrap="wrap">
          <Button
            type="submit"
            size="sm"
            variant="outline"
            loading={save.isPending && save.variables !== null}
            disabled={save.isPending}
          >
            Save alert
          </Button>
          {saved === null ? null : (
            <Button
              size="sm"
              variant="ghost"
              colorPalette="gray"
              loading={save.isPending && save.variables === null}
              disabled={save.isPending}
              onClick={switchOff}
            >
              Switch off
            </Button>
          )}
        </Flex>
      </Stack>
    </form>
  );
}
