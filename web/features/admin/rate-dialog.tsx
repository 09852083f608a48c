/** One rate of the cash incentive: new, changed or removed, always with a reason. */
import { Button, Grid, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { incentiveSchemeLabels, incentiveSchemes, type IncentiveRate } from '#contracts/incentive-rates.ts';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { notify } from '../../ui/notify.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { errorText, requestIdText } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ratesQuery, removeRate, saveRate } from './rate-queries.ts';
import { draftOf, readDraft, reasonLengthMin, type DraftProblems, type RateDraft } from './rate-rules.ts';

const schemes = incentiveSchemes.map((value) => ({ value, label: incentiveSchemeLabels[value] }));
const reasonLengthMax = 255;

function useRateChanges(rate: IncentiveRate | null, onDone: () => void) {
  const client = useQueryClient();
  const after = (message: string) => ({
    onSuccess: () => {
      notify('success', message);
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ratesQuery.queryKey }),
  });
  const id = rate?.id ?? null;
  const save = useMutation({
    mutationFn: (body: Parameters<typeof saveRate>[1]) => saveRate(id, body),
    ...after(id === null ? 'The rate is added.' : 'The rate is changed.'),
  });
  const remove = useMutation({
    mutationFn: (given: { id: string; reason: string }) => removeRate(given.id, given.reason),
    ...after('The rate is removed.'),
  });
  return { save, remove };
}

export function RateDialog(props: { rate: IncentiveRate | null; onClose: () => void }) {
  const { rate, onClose } = props;
  const [draft, setDraft] = useState<RateDraft>(() => draftOf(rate));
  const [problems, setProblems] = useState<DraftProblems>({});
  const { save, remove } = useRateChanges(rate, onClose);
  const isPending = save.isPending || remove.isPending;
  const failure = save.error ?? remove.error;
  const change = (part: Partial<RateDraft>) => {
    setDraft({ ...draft, ...part });
    setProblems({});
    save.reset();
    remove.reset();
  };
  const submit = () => {
    const read = readDraft(draft);
    if ('body' in read) save.mutate(read.body);
    else setProblems(read.problems);
  };
  const takeAway = (id: string) => {
    const reason = draft.reason.trim();
    if (reason.length >= reasonLengthMin) remove.mutate({ id, reason });
    else setProblems({ reason: 'A reason is needed, such as the circular.' });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={rate ? 'Change rate' : 'Add rate'}
      persistent
      footer={
        <>
          {rate ? (
            <Button
              variant="outline"
              colorPalette="failure"
              me="auto"
              loading={remove.isPending}
              loadingText="Remove"
              disabled={isPending}
              onClick={() => takeAway(rate.id)}
            >
              Remove
            </Button>
          ) : null}
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            Go Back
          </Button>
          <Button loading={save.isPending} loadingText="Save Rate" disabled={isPending} onClick={submit}>
            Save Rate
          </Button>
        </>
      }
    >
      <Stack gap="3">
        <SelectField
          label="Scheme"
          choices={schemes}
          value={draft.scheme}
          onChange={(scheme) => change({ scheme })}
          disabled={isPending}
        />
        <TextField
          label="Rate, in % of net FOB"
          inputMode="decimal"
          autoComplete="off"
          required
          value={draft.percent}
          onChange={(percent) => change({ percent })}
          error={problems.percent}
        />
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
          <TextField
            label="First day of shipment"
            type="date"
            required
            value={draft.validFrom}
            onChange={(validFrom) => change({ validFrom })}
            error={problems.validFrom}
          />
          <TextField
            label="Last day of shipment"
            type="date"
            value={draft.validTo}
            onChange={(validTo) => change({ validTo })}
            error={problems.validTo}
            hint="Empty: until further notice."
          />
        </Grid>
        <TextField
          label="Reason"
          autoComplete="off"
          required
          maxLength={reasonLengthMax}
          value={draft.reason}
          onChange={(reason) => change({ reason })}
          error={problems.reason}
          hint="Such as the circular and its date; kept in the log."
        />
        <Text textStyle="sm" color="fg.muted">
          Claims that are filed from now on use it. What is filed already stays as it is.
        </Text>
        {failure ? (
          <Notice tone="error" title={errorText(failure)} smallPrint={requestIdText(failure)} />
        ) : null}
      </Stack>
    </Modal>
  );
}
