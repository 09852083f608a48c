/** Loads, edits, tests, saves and deletes the login of one portal (spec section 4, "Credentials modal"). */
import { Button, Checkbox, Field, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient, type FetchStatus } from '@tanstack/react-query';
import { useEffect, useState, type SubmitEvent } from 'react';
import type { MailboxSettings, ShownCredential } from '#contracts/calls/portals-answers.ts';
import { hasOwnServers, placeOfCredential, type CredentialName } from '#contracts/portals/portal-logins.ts';
import { timings } from '#contracts/client-timings.ts';
import { ApiError, isNetworkError } from '#web/lib/client.ts';
import { errorText, messagesNow } from '#web/lib/messages.ts';
import { isSignedOut } from '#web/lib/refused-changes.ts';
import { ConfirmDialog, Modal } from '#web/ui/modal.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ErrorState, LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { PasswordField, TextField } from '#web/ui/text-field.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { useLoginLabel } from './bank-queries.ts';
import {
  credentialsExistQuery,
  credentialsKey,
  deleteCredentials,
  shownLoginQuery,
  mailboxSettingsQuery,
  saveCredentials,
  testCredentials,
  savedCredentialsQuery,
  type CredentialInput,
  type SaveInput,
} from './queries.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { loginWords } from './login-words.ts';
import {
  MailServerFields,
  serverIn,
  serverProblems,
  typedServerOf,
  type ServerErrors,
} from './mail-server-fields.tsx';
import { MailboxProviders } from './mailbox-providers.tsx';
import { mailboxWords } from './mailbox-words.ts';

type Result = { tone: 'success' | 'error'; message: string; smallPrint?: string | undefined };
type Errors = ServerErrors & { username?: string; password?: string; consent?: string };

function problemsOf(username: string, password: string): Errors {
  const words = wordsNow(loginWords);
  return {
    ...(username.trim() === '' ? { username: words.usernameRequired } : {}),
    ...(password === '' ? { password: words.passwordRequired } : {}),
  };
}

function failureOf(error: unknown, fallback: string): Result | null {
  if (isSignedOut(error)) return null;
  const said = error instanceof ApiError && !isNetworkError(error) ? errorText(error) : '';
  return { tone: 'error', message: said || fallback, smallPrint: requestIdText(error) };
}

/** Test, save and delete share one result line. Saving or deleting closes the dialog after its delay. */
function useCredentialActions(userId: string, portal: CredentialName, onClose: () => void) {
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
  const failed = (error: unknown) => setResult(failureOf(error, wordsNow(mailboxWords).connectFailed));
  const test = useMutation({
    mutationFn: (input: CredentialInput) => testCredentials(input),
    onMutate: start,
    onSuccess: () => setResult({ tone: 'success', message: messagesNow().credentialsValid }),
    onError: (error) => setResult(failureOf(error, messagesNow().credentialsTestError)),
  });
  const save = useMutation({
    mutationFn: (input: SaveInput) => saveCredentials(input),
    onMutate: start,
    onSuccess: () => changed(messagesNow().credentialsSaved, timings.credentialsCloseMs),
    onError: (error) => setResult(failureOf(error, messagesNow().credentialsSaveError)),
  });
  const remove = useMutation({
    mutationFn: () => deleteCredentials({ portal, userId }),
    onMutate: start,
    onSuccess: () => changed(messagesNow().credentialsDeleted, timings.credentialsDeletedCloseMs),
    onError: (error) => setResult(failureOf(error, messagesNow().credentialsDeleteError)),
  });
  return { test, save, remove, result, failed, done: closeInMs !== null };
}

type Actions = Pick<ReturnType<typeof useCredentialActions>, 'test' | 'save' | 'remove'>;

function ConsentField(props: {
  checked: boolean;
  error: string | undefined;
  onChange: (checked: boolean) => void;
}) {
  const words = useWords(loginWords);
  return (
    <Field.Root invalid={props.error !== undefined}>
      <Checkbox.Root
        size="sm"
        checked={props.checked}
        onCheckedChange={({ checked }) => props.onChange(checked === true)}
      >
        <Checkbox.HiddenInput />
        <Checkbox.Control />
        <Checkbox.Label>{words.consent}</Checkbox.Label>
      </Checkbox.Root>
      <Field.ErrorText>{props.error}</Field.ErrorText>
    </Field.Root>
  );
}

/** Deletes the saved login after a question. */
function DeleteButton(props: { portal: CredentialName; busy: boolean; remove: Actions['remove'] }) {
  const { portal, busy, remove } = props;
  const words = useWords(loginWords);
  const labelOf = useLoginLabel();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        colorPalette="failure"
        me="auto"
        disabled={busy}
        loading={remove.isPending}
        loadingText={words.delete}
        onClick={() => setAsking(true)}
      >
        {words.delete}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.deleteThis}
        confirmLabel={words.deleteLogin}
        destructive
        onConfirm={() => {
          setAsking(false);
          remove.mutate();
        }}
        onCancel={() => setAsking(false)}
      >
        <Text textStyle="sm">{words.deleteEffect(labelOf(portal))}</Text>
      </ConfirmDialog>
    </>
  );
}

/** The test, and the button that submits the form. */
function FormButtons(props: {
  busy: boolean;
  test: Actions['test'];
  save: Actions['save'];
  onTest: () => void;
}) {
  const { busy, test, save, onTest } = props;
  const words = useWords(loginWords);
  return (
    <>
      <Button
        variant="outline"
        disabled={busy}
        loading={test.isPending}
        loadingText={words.testing}
        onClick={onTest}
      >
        {words.test}
      </Button>
      <Button type="submit" disabled={busy} loading={save.isPending} loadingText={words.save}>
        {words.save}
      </Button>
    </>
  );
}

type FormProps = {
  portal: CredentialName;
  /** Null if no login is saved; without a user name if our team entered it. */
  saved: ShownCredential | null;
  /** How a mailbox can be connected; null for other portals. */
  mailbox: MailboxSettings | null;
  /** True if the customer has already given consent. */
  hasConsent: boolean;
  onClose: () => void;
};

/** Holds what is typed of a login, and passes it on once it is valid. */
function useTypedLogin({ portal, saved, mailbox, hasConsent }: FormProps) {
  const words = useWords(loginWords);
  const user = useUser();
  const [username, setUsername] = useState((saved?.provider ? '' : saved?.username) ?? '');
  const [server, setServer] = useState(typedServerOf(saved?.server ?? null));
  const [password, setPassword] = useState('');
  const [consent, setConsent] = useState(hasConsent);
  const [errors, setErrors] = useState<Errors>({});
  const problems = (): Errors => ({
    ...problemsOf(username, password),
    ...(mailbox ? serverProblems(server, mailbox) : {}),
  });
  const withValidInput = (run: (input: CredentialInput) => void) => {
    const found = problems();
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const login = { userId: user.id, portalName: portal, username: username.trim(), password };
    run(mailbox ? { ...login, server: serverIn(server) } : login);
  };
  return {
    username,
    setUsername,
    server,
    setServer,
    password,
    setPassword,
    consent,
    setConsent,
    errors,
    withValidInput,
    isAllowed: () => {
      setErrors(consent ? {} : { consent: words.consentRequired });
      return consent;
    },
    withConsent: (run: (input: CredentialInput & { consent: boolean }) => void) => {
      if (consent) withValidInput((input) => run({ ...input, consent }));
      else setErrors({ ...problems(), consent: words.consentRequired });
    },
  };
}

function CredentialsForm(props: FormProps) {
  const { portal, saved, mailbox, hasConsent, onClose } = props;
  const words = useWords(loginWords);
  const mailboxTexts = useWords(mailboxWords);
  const user = useUser();
  const provider = saved?.provider ?? null;
  const typed = useTypedLogin(props);
  const { errors } = typed;
  const { test, save, remove, result, failed, done } = useCredentialActions(user.id, portal, onClose);
  const busy = test.isPending || save.isPending || remove.isPending || done;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    typed.withConsent(save.mutate);
  };

  const offersProviders = mailbox !== null && mailbox.providers.length > 0;
  // Also needed by the buttons of the providers, which come first.
  const consentField = hasConsent ? null : (
    <ConsentField checked={typed.consent} error={errors.consent} onChange={typed.setConsent} />
  );

  return (
    <Stack asChild gap="4">
      <form onSubmit={submit} noValidate>
        <Text textStyle="sm" color="fg.muted">
          {words.stored}
        </Text>
        {mailbox && offersProviders ? (
          <>
            {consentField}
            <MailboxProviders
              providers={mailbox.providers}
              connected={provider && saved?.username ? { provider, address: saved.username } : null}
              isAllowed={typed.isAllowed}
              disabled={busy}
              onFailed={failed}
            />
            <Text fontWeight="medium">{mailboxTexts.withPassword}</Text>
          </>
        ) : null}
        {mailbox ? (
          <MailServerFields
            typed={typed.server}
            settings={mailbox}
            errors={errors}
            onChange={typed.setServer}
          />
        ) : null}
        <TextField
          label={words.username}
          autoComplete="off"
          value={typed.username}
          onChange={typed.setUsername}
          error={errors.username}
        />
        <PasswordField
          label={words.password}
          autoComplete="off"
          value={typed.password}
          onChange={typed.setPassword}
          error={errors.password}
        />
        {offersProviders ? null : consentField}
        {result ? (
          <Notice tone={result.tone} smallPrint={result.smallPrint}>
            {result.message}
          </Notice>
        ) : null}
        <Flex gap="3" wrap="wrap" justify="flex-end">
          {saved === null ? null : <DeleteButton portal={portal} busy={busy} remove={remove} />}
          <FormButtons busy={busy} test={test} save={save} onTest={() => typed.withValidInput(test.mutate)} />
        </Flex>
      </form>
    </Stack>
  );
}

/** What the page has read before may have been changed elsewhere, so the form waits for an answer of now. */
const readNow = { staleTime: 0, refetchOnMount: 'always' } as const;
const isReadNow = ({ isSuccess, fetchStatus }: { isSuccess: boolean; fetchStatus: FetchStatus }): boolean =>
  isSuccess && fetchStatus === 'idle';

type FilledForm = Pick<FormProps, 'saved' | 'mailbox' | 'hasConsent'>;

export function CredentialsDialog(props: { portal: CredentialName; onClose: () => void }) {
  const words = useWords(loginWords);
  const { portal, onClose } = props;
  const labelOf = useLoginLabel();
  const user = useUser();
  const exists = useQuery({ ...credentialsExistQuery(portal, user.id), ...readNow });
  const saved = useQuery({
    ...shownLoginQuery(portal, user.id),
    ...readNow,
    enabled: exists.data === true,
  });
  const isMailbox = hasOwnServers(placeOfCredential(portal));
  const settings = useQuery({ ...mailboxSettingsQuery, ...readNow, enabled: isMailbox });
  // Only the first answer fills the form; a later refetch must not replace what is being typed.
  const [form, setForm] = useState<FilledForm | null>(null);
  const list = useQuery({ ...savedCredentialsQuery(user.id), ...readNow });
  if (!form && isReadNow(exists) && (!isMailbox || isReadNow(settings))) {
    // A query that is switched off still returns what was read for the form of the mailbox.
    const mailbox = isMailbox ? (settings.data ?? null) : null;
    const login = list.data?.find(({ portal_name }) => portal_name === portal);
    if (!exists.data) setForm({ saved: null, mailbox, hasConsent: false });
    else if (saved.data && isReadNow(saved) && isReadNow(list))
      setForm({ saved: saved.data, mailbox, hasConsent: Boolean(login?.consent_at) });
  }
  const failed = [exists, saved, list, settings].find(({ isError }) => isError) ?? null;

  return (
    <Modal open onClose={onClose} title={labelOf(portal)} persistent>
      {form ? <CredentialsForm portal={portal} {...form} onClose={onClose} /> : null}
      {!form && failed ? (
        <ErrorState title={words.loginFailed} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : null}
      {!form && !failed ? <LoadingLines lines={2} label={words.loadingLogin} /> : null}
    </Modal>
  );
}
