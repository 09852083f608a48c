/** Renders the button and the dialog by which an administrator limits the work on a portal. */
import { Button, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PortalLimitsAnswer } from '#contracts/calls/portal-limits-answers.ts';
import type { PortalLimitsBody } from '#contracts/portals/portal-limits.ts';
import { textsIn } from '#contracts/messages/define.ts';
import { weekdayMessages } from '#contracts/portals/weekday-messages.ts';
import { weekdayAt } from '#contracts/portals/weekdays.ts';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { formatDateTime } from '#web/lib/dates.ts';
import { useLanguage } from '#web/lib/language.ts';
import { useWords } from '#web/lib/words.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { HolidaysFields, HoursFields, NumberFields } from './limits-fields.tsx';
import { limitsQuery, saveLimits } from './limits-queries.ts';
import { draftOf, readDraft, type LimitsProblems } from './limits-rules.ts';
import { limitWords } from './limits-words.ts';
import { portalsKey } from './queries.ts';

type PortalName = { portal: string; label: string };

export function LimitsButton(props: PortalName) {
  const words = useWords(limitWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        colorPalette="gray"
        aria-label={`${words.limits}: ${props.label}`}
        onClick={() => setOpen(true)}
      >
        {words.limits}
      </Button>
      {isOpen ? <LimitsDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function LimitsDialog(props: PortalName & { onClose: () => void }) {
  const words = useWords(limitWords);
  const { portal, label, onClose } = props;
  const known = useQuery({ ...limitsQuery(portal), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });
  if (known.data) return <LimitsForm {...props} known={known.data} />;
  return (
    <Modal open onClose={onClose} title={words.title(label)}>
      {known.isPending ? <LoadingLines lines={4} height="10" label={words.loading} /> : null}
      {known.isError ? (
        <ErrorState title={words.failed} error={known.error} onRetry={() => void known.refetch()} />
      ) : null}
    </Modal>
  );
}

function useNowText({ closed }: PortalLimitsAnswer): string {
  const words = useWords(limitWords);
  const names = textsIn(weekdayMessages, useLanguage());
  if (!closed) return words.openNow;
  return words.closedNow(names[weekdayAt(new Date(closed.until))], formatDateTime(closed.until));
}

type FormProps = PortalName & { known: PortalLimitsAnswer; onClose: () => void };

/** Holds what is typed, and saves it once it has no problem. */
function useLimitsForm({ portal, known, onClose }: FormProps) {
  const words = useWords(limitWords);
  const client = useQueryClient();
  // The limits from which the draft was made. `known` changes when somebody else saves.
  const [basis] = useState(known.limits);
  const [draft, setDraft] = useState(() => draftOf(basis));
  const [problems, setProblems] = useState<LimitsProblems>({});
  const save = useMutation({
    mutationFn: (body: PortalLimitsBody) => saveLimits(portal, { ...body, known: basis }),
    onSuccess: () => {
      notify('success', words.saved);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: portalsKey }),
  });
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setProblems({});
    save.reset();
  };
  const submit = () => {
    const checked = readDraft(draft);
    if ('body' in checked) save.mutate(checked.body);
    else setProblems(checked.problems);
  };
  return { draft, problems, change, submit, isSaving: save.isPending, error: save.error };
}

function LimitsForm(props: FormProps) {
  const { label, known, onClose } = props;
  const words = useWords(limitWords);
  const now = useNowText(known);
  const { draft, problems, change, submit, isSaving, error } = useLimitsForm(props);
  const fields = { draft, problems, onChange: change };
  return (
    <FormDialog
      title={words.title(label)}
      submitLabel={words.save}
      pending={isSaving}
      error={error}
      onSubmit={submit}
      onClose={onClose}
      noValidate
    >
      <Text textStyle="sm" fontWeight="medium">
        {now}
      </Text>
      <NumberFields {...fields} known={known} />
      <HoursFields {...fields} />
      <HolidaysFields {...fields} />
      <ReasonField value={draft.reason} onChange={(reason) => change({ reason })} error={problems.reason} />
      <Text textStyle="sm" color="fg.muted">
        {words.effect}
      </Text>
      {Object.keys(problems).length > 0 ? <Notice tone="error" title={words.checkFields} /> : null}
    </FormDialog>
  );
}
