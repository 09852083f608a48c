/** Adds or changes a webhook. A new one shows its secret once; an existing one can be switched off or removed. */
import { Button, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnerProof } from '#contracts/accounts/account.ts';
import { webhookEvents, type WebhookEvent } from '#contracts/integrations/webhooks.ts';
import type { WebhookView } from '#contracts/calls/integrations-answers.ts';
import { saidNow } from '#web/lib/said.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { stillNeeded } from '#web/ui/still-needed.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ConfirmDialog } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { OwnerFields, useOwnerProof } from '#web/features/accounts/owner-fields.tsx';
import { CheckList } from './check-list.tsx';
import { changeWebhook, createWebhook, removeWebhook, webhooksQuery } from './queries.ts';
import { ShownOnce } from './shown-once.tsx';
import { webhookWords } from './webhook-words.ts';

type Draft = { url: string; events: WebhookEvent[]; enabled: boolean };
type Sent = Draft & OwnerProof;

/** Returns what was changed here. The rest may have been changed elsewhere since the dialog was opened. */
const changesOf = (before: Draft, now: Draft): Partial<Draft> => ({
  ...(now.url === before.url ? {} : { url: now.url }),
  ...(now.enabled === before.enabled ? {} : { enabled: now.enabled }),
  ...(isSameSet(now.events, before.events) ? {} : { events: now.events }),
});

const isSameSet = (one: WebhookEvent[], other: WebhookEvent[]): boolean =>
  one.length === other.length && one.every((event) => other.includes(event));

function useChanges(webhook: WebhookView | null, onClose: () => void) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  const add = useMutation({
    mutationFn: ({ url, enabled: _on, ...sent }: Sent) => createWebhook({ url: url.trim(), ...sent }),
    onSettled,
  });
  const change = useMutation({
    mutationFn: ({ url, events, enabled, ...proof }: Sent) => {
      const changes = webhook ? changesOf(webhook, { url: url.trim(), events, enabled }) : {};
      return changeWebhook(webhook?.id ?? '', { ...changes, ...proof });
    },
    onSuccess: ({ message, messageData }) => {
      notify('success', saidNow(message, messageData));
      onClose();
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => removeWebhook(webhook?.id ?? ''),
    onSuccess: ({ message, messageData }) => {
      notify('success', saidNow(message, messageData));
      onClose();
    },
    onSettled,
  });
  return { add, change, remove };
}

function RemoveQuestion(props: {
  url: string;
  remove: Pick<ReturnType<typeof useChanges>['remove'], 'mutate' | 'isPending' | 'error'>;
  onCancel: () => void;
}) {
  const { url, remove, onCancel } = props;
  const words = useWords(webhookWords);
  return (
    <ConfirmDialog
      open
      title={words.removeTitle}
      confirmLabel={words.remove}
      destructive
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onCancel}
    >
      <Stack gap="3">
        <Text overflowWrap="anywhere">{url}</Text>
        <Text>{words.removeText}</Text>
        {remove.error ? <Notice tone="error" title={errorText(remove.error)} /> : null}
      </Stack>
    </ConfirmDialog>
  );
}

/** Its address and its events; one that exists can also be switched off. */
function WebhookFields(props: { draft: Draft; isNew: boolean; onChange: (draft: Draft) => void }) {
  const { draft, isNew, onChange } = props;
  const words = useWords(webhookWords);
  return (
    <>
      <TextField
        label={words.url}
        hint={words.urlHint}
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        value={draft.url}
        onChange={(url) => onChange({ ...draft, url })}
      />
      <CheckList
        label={words.events}
        choices={webhookEvents.map((value) => ({ value, label: value, text: words.eventTexts[value] }))}
        chosen={draft.events}
        onChange={(events) => onChange({ ...draft, events })}
      />
      {isNew ? null : (
        <CheckList
          label={words.enabled}
          choices={[{ value: 'on', label: words.on, text: words.enabledText }]}
          chosen={draft.enabled ? ['on'] : []}
          onChange={(on) => onChange({ ...draft, enabled: on.length > 0 })}
        />
      )}
    </>
  );
}

export function WebhookDialog(props: { webhook: WebhookView | null; onClose: () => void }) {
  const { webhook, onClose } = props;
  const words = useWords(webhookWords);
  const [draft, setDraft] = useState<Draft>({
    url: webhook?.url ?? 'https://',
    events: webhook?.events ?? [...webhookEvents],
    enabled: webhook?.enabled ?? true,
  });
  const owner = useOwnerProof();
  const isElsewhere = draft.url.trim() !== webhook?.url;
  const [asking, setAsking] = useState(false);
  const { add, change, remove } = useChanges(webhook, onClose);
  const save = webhook ? change : add;
  const failure = save.error ?? remove.error;
  if (add.data)
    return (
      <ShownOnce
        title={words.createdTitle}
        text={words.createdText}
        what={words.secret}
        secret={add.data.secret}
        onClose={onClose}
      />
    );
  if (webhook && asking)
    return <RemoveQuestion url={webhook.url} remove={remove} onCancel={() => setAsking(false)} />;
  return (
    <FormDialog
      title={webhook ? words.changeTitle : words.addTitle}
      submitLabel={webhook ? words.save : words.add}
      waitsFor={stillNeeded(
        draft.events.length === 0 && words.events,
        ...(isElsewhere ? owner.missing() : []),
      )}
      pending={save.isPending}
      error={failure}
      onSubmit={() => save.mutate({ ...draft, ...owner.proof })}
      onClose={onClose}
      aside={
        webhook ? (
          <Button variant="outline" colorPalette="failure" me="auto" onClick={() => setAsking(true)}>
            {words.remove}
          </Button>
        ) : null
      }
    >
      <WebhookFields draft={draft} isNew={webhook === null} onChange={setDraft} />
      {isElsewhere ? <OwnerFields owner={owner} hint={words.ownerHint} /> : null}
    </FormDialog>
  );
}
