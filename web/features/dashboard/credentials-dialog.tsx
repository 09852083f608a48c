/** One portal's login: load, edit, test, save, delete (spec section 4, "Credentials modal"). */
import { Button, Checkbox, Field, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type SubmitEvent } from 'react';
import { credentialPortalLabels, type CredentialPortal } from '#contracts/credentials.ts';
import { clientMessages } from '#contracts/errors.ts';
import { timings } from '#contracts/limits.ts';
import { ApiError, isNetworkError } from '../../api/client.ts';
import { ConfirmDialog, Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, LoadingLines, requestIdText } from '../../ui/states.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { useUser } from '../auth/queries.ts';
import {
  credentialsExistQuery,
  credentialsKey,
  deleteCredentials,
  savedUsernameQuery,
  saveCredentials,
  testCredentials,
  savedCredentialsQuery,
  type CredentialInput,
  type SaveInput,
} from '../credentials/queries.ts';

type Result = { tone: 'success' | 'error'; message: string; smallPrint?: string | undefined };
type Errors = { username?: string; password?: string; consent?: string };

function problemsOf(username: string, password: string): Errors {
  return {
    ...(username.trim() === '' ? { username: 'Username is required' } : {}),
    ...(password === '' ? { password: 'Password is required' } : {}),
  };
}

function failureOf(error: unknown, fallback: string): Result {
  const said = error instanceof ApiError && !isNetworkError(error) ? error.message : '';
  return { tone: 'error', message: said || fallback, smallPrint: requestIdText(error) };
}

/** Test, save and delete share one line of result; a save or delete closes the dialog after its delay. */
function useCredentialActions(userId: string, portal: CredentialPortal, onClose: () => void) {
  const client = useQueryClient();
  const [result, setResult] = useState<Result | null>(null);
  const [closeInMs, setCloseInMs] = useState<number | null>(null);
  useEffect(() => {
    if (closeInMs === null) return undefined;
    const timer = setTimeout(onClose, closeInMs);
    return () => clearTimeout(timer);
  }, [closeInMs, onClose]);

  const changed = (message: string, delayMs: number) => {
    setResult({ tone: 'success', message });
    setCloseInMs(delayMs);
    return client.invalidateQueries({ queryKey: credentialsKey });
  };
  const start = () => setResult(null);
  const test = useMutation({
    mutationFn: (input: CredentialInput) => testCredentials(input),
    onMutate: start,
    onSuccess: () => setResult({ tone: 'success', message: clientMessages.credentialsValid }),
    onError: (error) => setResult(failureOf(error, clientMessages.credentialsTestError)),
  });
  const save = useMutation({
    mutationFn: (input: SaveInput) => saveCredentials(input),
    onMutate: start,
    onSuccess: () => changed(clientMessages.credentialsSaved, timings.credentialsCloseMs),
    onError: (error) => setResult(failureOf(error, clientMessages.credentialsSaveError)),
  });
  const remove = useMutation({
    mutationFn: () => deleteCredentials({ portal, userId }),
    onMutate: start,
    onSuccess: () => changed(clientMessages.credentialsDeleted, timings.credentialsDeletedCloseMs),
    onError: (error) => setResult(failureOf(error, clientMessages.credentialsDeleteError)),
  });
  return { test, save, remove, result, done: closeInMs !== null };
}

function CredentialsForm(props: {
  portal: CredentialPortal;
  savedUsername: string | null;
  /** The customer has allowed it already. */
  hasConsent: boolean;
  onClose: () => void;
}) {
  const { portal, savedUsername, hasConsent, onClose } = props;
  const user = useUser();
  const [username, setUsername] = useState(savedUsername ?? '');
  const [password, setPassword] = useState('');
  const [consent, setConsent] = useState(hasConsent);
  const [errors, setErrors] = useState<Errors>({});
  const [asking, setAsking] = useState(false);
  const { test, save, remove, result, done } = useCredentialActions(user.id, portal, onClose);
  const busy = test.isPending || save.isPending || remove.isPending || done;

  const withValidInput = (run: (input: CredentialInput) => void) => {
    const found = problemsOf(username, password);
    setErrors(found);
    if (Object.keys(found).length === 0)
      run({ userId: user.id, portalName: portal, username: username.trim(), password });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (consent) withValidInput((input) => save.mutate({ ...input, consent }));
    else
      setErrors({
        ...problemsOf(username, password),
        consent: 'Please allow this, or the login cannot be used.',
      });
  };

  return (
    <Stack asChild gap="4">
      <form onSubmit={submit} noValidate>
        <Text textStyle="sm" color="fg.muted">
          Stored encrypted and used for your jobs only. The saved password is never shown; type it to test or
          change it.
        </Text>
        <TextField
          label="Username"
          autoComplete="off"
          value={username}
          onChange={setUsername}
          error={errors.username}
        />
        <PasswordField
          label="Password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
          error={errors.password}
        />
        {hasConsent ? null : (
          <Field.Root invalid={errors.consent !== undefined}>
            <Checkbox.Root
              size="sm"
              checked={consent}
              onCheckedChange={({ checked }) => setConsent(checked === true)}
            >
              <Checkbox.HiddenInput />
              <Checkbox.Control />
              <Checkbox.Label>
                I allow Chalan to log in to this portal with my login and to work my jobs there.
              </Checkbox.Label>
            </Checkbox.Root>
            <Field.ErrorText>{errors.consent}</Field.ErrorText>
          </Field.Root>
        )}
        {result ? (
          <Notice tone={result.tone} smallPrint={result.smallPrint}>
            {result.message}
          </Notice>
        ) : null}
        <Flex gap="3" wrap="wrap" justify="flex-end">
          {savedUsername === null ? null : (
            <Button
              variant="ghost"
              colorPalette="failure"
              me="auto"
              disabled={busy}
              loading={remove.isPending}
              loadingText="Delete"
              onClick={() => setAsking(true)}
            >
              Delete
            </Button>
          )}
          <Button
            variant="outline"
            disabled={busy}
            loading={test.isPending}
            loadingText="Testing…"
            onClick={() => withValidInput(test.mutate)}
          >
            Test
          </Button>
          <Button type="submit" disabled={busy} loading={save.isPending} loadingText="Save">
            Save
          </Button>
        </Flex>
        <ConfirmDialog
          open={asking}
          title="Delete this login?"
          confirmLabel="Delete Login"
          destructive
          onConfirm={() => {
            setAsking(false);
            remove.mutate();
          }}
          onCancel={() => setAsking(false)}
        >
          <Text textStyle="sm">
            Services that need {credentialPortalLabels[portal]} cannot start until you save a login again.
          </Text>
        </ConfirmDialog>
      </form>
    </Stack>
  );
}

export function CredentialsDialog(props: { portal: CredentialPortal; onClose: () => void }) {
  const { portal, onClose } = props;
  const user = useUser();
  const exists = useQuery({ ...credentialsExistQuery(portal, user.id), refetchOnMount: 'always' });
  const saved = useQuery({ ...savedUsernameQuery(portal, user.id), enabled: exists.data === true });
  // The first answer decides; a later refetch must not replace what is being typed.
  const [form, setForm] = useState<{ savedUsername: string | null; hasConsent: boolean } | null>(null);
  const list = useQuery(savedCredentialsQuery(user.id));
  const consentAt = list.data?.find(({ portal_name }) => portal_name === portal)?.consent_at ?? null;
  if (!form && exists.data === false && !exists.isFetching)
    setForm({ savedUsername: null, hasConsent: false });
  if (!form && exists.data === true && saved.data !== undefined && list.data)
    setForm({ savedUsername: saved.data, hasConsent: consentAt !== null });
  const failed = exists.isError ? exists : saved.isError ? saved : list.isError ? list : null;

  return (
    <Modal open onClose={onClose} title={credentialPortalLabels[portal]}>
      {form ? <CredentialsForm portal={portal} {...form} onClose={onClose} /> : null}
      {!form && failed ? (
        <ErrorState
          title="The saved login could not be loaded."
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      ) : null}
      {!form && !failed ? <LoadingLines lines={2} label="Loading the saved login" /> : null}
    </Modal>
  );
}
