/** Shows and edits the name, company and mobile number (spec sections 2 and 4). */
import { Box, Button, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect, useState, type SubmitEvent } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { timings } from '#contracts/client-timings.ts';
import { limits } from '#contracts/limits.ts';
import type { Profile } from '#contracts/accounts/users.ts';
import { ApiError, isNetworkError } from '#web/lib/client.ts';
import { errorText, messagesNow } from '#web/lib/messages.ts';
import { isDisplayOnly } from '#web/lib/kept-reads.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { meQuery, useUser } from '#web/features/accounts/auth/queries.ts';
import { saveProfile } from './queries.ts';
import { isProfileComplete } from './rules.ts';
import { profileWords } from './words.ts';

const profileOf = ({ name, company, mobile }: User): Profile => ({ name, company, mobile });

/** Returns the server's message, or a generic one. */
const failureText = (error: unknown): string =>
  error instanceof ApiError && !isNetworkError(error) ? errorText(error) : messagesNow().profileUpdateFailed;

function DetailList(props: { user: User }) {
  const { user } = props;
  const words = useWords(profileWords);
  const details = [
    [words.name, user.name],
    [words.company, user.company],
    [words.mobile, user.mobile],
    [words.email, user.email],
  ] as const;
  return (
    <Grid as="dl" templateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap="4">
      {details.map(([label, value]) => (
        <Box key={label} minW="0">
          <Text as="dt" textStyle="xs" color="fg.muted">
            {label}
          </Text>
          <Text as="dd" overflowWrap="anywhere">
            {value || '–'}
          </Text>
        </Box>
      ))}
    </Grid>
  );
}

function useSave(onSaved: () => void) {
  const user = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (profile: Profile) => saveProfile(user.id, profile),
    onSuccess: (saved) => {
      client.setQueryData(meQuery.queryKey, { ...user, ...saved });
      onSaved();
    },
  });
}

function EditForm(props: { user: User; onSaved: () => void; onCancel: () => void }) {
  const { user, onSaved, onCancel } = props;
  const words = useWords(profileWords);
  const [draft, setDraft] = useState<Profile>(() => profileOf(user));
  const [incomplete, setIncomplete] = useState(false);
  const save = useSave(onSaved);
  const change = (name: keyof Profile) => (value: string) => {
    setDraft({ ...draft, [name]: value });
    setIncomplete(false);
    save.reset();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const complete = isProfileComplete(draft);
    setIncomplete(!complete);
    if (complete) save.mutate(draft);
  };
  return (
    <Stack asChild gap="4">
      <form onSubmit={submit} noValidate>
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap="4">
          <TextField
            label={words.name}
            autoComplete="name"
            required
            maxLength={limits.nameCharactersMax}
            value={draft.name}
            onChange={change('name')}
          />
          <TextField
            label={words.company}
            autoComplete="organization"
            required
            maxLength={limits.nameCharactersMax}
            value={draft.company}
            onChange={change('company')}
          />
          <TextField
            label={words.mobile}
            type="tel"
            autoComplete="tel"
            required
            maxLength={limits.mobileCharactersMax}
            value={draft.mobile}
            onChange={change('mobile')}
          />
          <TextField
            label={words.email}
            type="email"
            readOnly
            bg="bg.muted"
            value={user.email}
            onChange={() => undefined}
            hint={words.emailFixed}
          />
        </Grid>
        {incomplete ? <Notice tone="error">{messagesNow().profileIncomplete}</Notice> : null}
        {save.isError ? (
          <Notice tone="error" smallPrint={requestIdText(save.error)}>
            {failureText(save.error)}
          </Notice>
        ) : null}
        <Flex gap="2" wrap="wrap">
          <Button type="submit" size="sm" loading={save.isPending} loadingText={words.save}>
            {words.save}
          </Button>
          <Button
            size="sm"
            variant="outline"
            colorPalette="gray"
            disabled={save.isPending}
            onClick={onCancel}
          >
            {words.cancel}
          </Button>
        </Flex>
      </form>
    </Stack>
  );
}

/** The banner disappears after a few seconds. */
function useSavedBanner() {
  const [savedAt, setSavedAt] = useState<number | null>(null);
  useEffect(() => {
    if (savedAt === null) return undefined;
    const timer = setTimeout(() => setSavedAt(null), timings.profileSavedMs);
    return () => clearTimeout(timer);
  }, [savedAt]);
  return { shown: savedAt !== null, show: () => setSavedAt(Date.now()) };
}

export function ProfilePanel() {
  const user = useUser();
  const words = useWords(profileWords);
  const [editing, setEditing] = useState(false);
  const banner = useSavedBanner();
  const known = !isDisplayOnly(user);
  const edit = (
    <Button size="xs" variant="outline" colorPalette="gray" onClick={() => setEditing(true)}>
      <Pencil aria-hidden /> {words.edit}
    </Button>
  );
  return (
    <Panel title={words.title} actions={known && !editing ? edit : null}>
      <Stack gap="4">
        {banner.shown ? <Notice tone="success">{messagesNow().profileUpdated}</Notice> : null}
        {known ? null : <Notice tone="info">{words.offline}</Notice>}
        {known && editing ? (
          <EditForm
            user={user}
            onSaved={() => {
              setEditing(false);
              banner.show();
            }}
            onCancel={() => setEditing(false)}
          />
        ) : null}
        {known && !editing ? <DetailList user={user} /> : null}
      </Stack>
    </Panel>
  );
}
