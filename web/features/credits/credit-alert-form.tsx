/** Sets the balance below which the customer is notified that credits are low. */
import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { saidNow } from '#web/lib/said.ts';
import { errorText } from '#web/lib/messages.ts';
import { creditsText } from '#web/lib/money.ts';
import { localDigits } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { creditOverviewQuery, setCreditAlert } from './queries.ts';
import { thresholdIn } from './threshold.ts';
import { creditWords } from './words.ts';

const typed = (threshold: number | null): string =>
  threshold === null ? '' : localDigits(String(threshold));

export function CreditAlertForm(props: { saved: number | null; balance: number }) {
  const { saved, balance } = props;
  const words = useWords(creditWords);
  const user = useUser();
  const client = useQueryClient();
  const [text, setText] = useState(typed(saved));
  const [isWrong, setIsWrong] = useState(false);
  const save = useMutation({
    mutationFn: (threshold: number | null) => setCreditAlert(user.id, threshold),
    onSuccess: ({ threshold, message, messageData }) => {
      notify('success', saidNow(message, messageData));
      setText(typed(threshold));
      return client.invalidateQueries({ queryKey: creditOverviewQuery(user.id).queryKey });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const threshold = thresholdIn(text);
    setIsWrong(threshold === null);
    if (threshold !== null) save.mutate(threshold);
  };
  const switchOff = () => {
    setIsWrong(false);
    save.mutate(null);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="3">
        <Text textStyle="sm" color="fg.muted">
          {saved === null ? words.noAlert : words.alertAt(creditsText(saved))}
        </Text>
        {saved !== null && balance < saved ? <Text textStyle="sm">{words.belowAlready}</Text> : null}
        <TextField
          label={words.notifyBelow}
          inputMode="decimal"
          autoComplete="off"
          maxW="52"
          value={text}
          onChange={setText}
          error={isWrong ? words.thresholdWrong : undefined}
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
            {words.saveAlert}
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
              {words.switchOff}
            </Button>
          )}
        </Flex>
      </Stack>
    </form>
  );
}
