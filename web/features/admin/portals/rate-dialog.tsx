/** Adds, changes or removes one rate of the cash incentive. Each change needs a reason. */
import { Button, Grid, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { incentiveSchemes, incentiveSchemeTexts } from '#contracts/portals/incentive-rates.ts';
import type { IncentiveRate } from '#contracts/calls/portals-answers.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { FieldsForm } from '#web/ui/fields-form.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { errorText } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { ratesQuery, removeRate, saveRate } from './rate-queries.ts';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { draftOf, readDraft, type DraftProblems, type RateDraft } from './rate-rules.ts';
import { useLanguage } from '#web/lib/language.ts';
import { useWords } from '#web/lib/words.ts';
import { rateWords } from './words.ts';

function useRateChanges(rate: IncentiveRate | null, onDone: () => void) {
  const words = useWords(rateWords);
  const client = useQueryClient();
  const after = (message: string) => ({
    onSuccess: () => {
      notify('success', message);
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ratesQuery.queryKey }),
  });
  const save = useMutation({
    mutationFn: (body: Parameters<typeof saveRate>[1]) => saveRate(rate, body),
    ...after(rate === null ? words.added : words.changed),
  });
  const remove = useMutation({
    mutationFn: (given: { known: IncentiveRate; reason: string }) => removeRate(given.known, given.reason),
    ...after(words.removed),
  });
  return { save, remove, isPending: save.isPending || remove.isPending };
}

function RateFields(props: {
  draft: RateDraft;
  problems: DraftProblems;
  disabled: boolean;
  onChange: (part: Partial<RateDraft>) => void;
}) {
  const { draft, problems, disabled, onChange } = props;
  const words = useWords(rateWords);
  const language = useLanguage();
  const schemes = incentiveSchemes.map((value) => ({ value, label: incentiveSchemeTexts(value)[language] }));
  return (
    <>
      <SelectField
        label={words.scheme}
        choices={schemes}
        value={draft.scheme}
        onChange={(scheme) => onChange({ scheme })}
        disabled={disabled}
      />
      <TextField
        label={words.percent}
        inputMode="decimal"
        autoComplete="off"
        required
        value={draft.percent}
        onChange={(percent) => onChange({ percent })}
        error={problems.percent}
      />
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
        <TextField
          label={words.firstDay}
          type="date"
          required
          value={draft.validFrom}
          onChange={(validFrom) => onChange({ validFrom })}
          error={problems.validFrom}
        />
        <TextField
          label={words.lastDay}
          type="date"
          value={draft.validTo}
          onChange={(validTo) => onChange({ validTo })}
          error={problems.validTo}
          hint={words.untilFurther}
        />
      </Grid>
      <ReasonField
        value={draft.reason}
        onChange={(reason) => onChange({ reason })}
        error={problems.reason}
        hint={words.reasonHint}
      />
    </>
  );
}

/** `onRemove` is missing for a rate that is being added. */
function RateButtons(props: {
  formId: string;
  changes: ReturnType<typeof useRateChanges>;
  onRemove: (() => void) | undefined;
  onClose: () => void;
}) {
  const { formId, changes, onRemove, onClose } = props;
  const { save, remove, isPending } = changes;
  const words = useWords(rateWords);
  return (
    <>
      {onRemove ? (
        <Button
          variant="outline"
          colorPalette="failure"
          me="auto"
          loading={remove.isPending}
          loadingText={words.remove}
          disabled={isPending}
          onClick={onRemove}
        >
          {words.remove}
        </Button>
      ) : null}
      <Button variant="outline" colorPalette="gray" onClick={onClose}>
        {words.goBack}
      </Button>
      <Button
        type="submit"
        form={formId}
        loading={save.isPending}
        loadingText={words.save}
        disabled={isPending}
      >
        {words.save}
      </Button>
    </>
  );
}

export function RateDialog(props: { rate: IncentiveRate | null; onClose: () => void }) {
  const { onClose } = props;
  // The rate as it was when the form was opened.
  const [rate] = useState(props.rate);
  const words = useWords(rateWords);
  const formId = useId();
  const [draft, setDraft] = useState<RateDraft>(() => draftOf(rate));
  const [problems, setProblems] = useState<DraftProblems>({});
  const changes = useRateChanges(rate, onClose);
  const { save, remove, isPending } = changes;
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
  const takeAway = (known: IncentiveRate) => {
    const reason = draft.reason.trim();
    if (isReason(reason)) remove.mutate({ known, reason });
    else setProblems({ reason: words.reasonNeeded });
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={rate ? words.changeTitle : words.addTitle}
      persistent
      footer={
        <RateButtons
          formId={formId}
          changes={changes}
          onRemove={rate ? () => takeAway(rate) : undefined}
          onClose={onClose}
        />
      }
    >
      <FieldsForm id={formId} onSubmit={submit} noValidate>
        <Stack gap="3">
          <RateFields draft={draft} problems={problems} disabled={isPending} onChange={change} />
          <Text textStyle="sm" color="fg.muted">
            {words.effect}
          </Text>
          {failure ? (
            <Notice tone="error" title={errorText(failure)} smallPrint={requestIdText(failure)} />
          ) : null}
        </Stack>
      </FieldsForm>
    </Modal>
  );
}
