/** Renders the contact form: idle, sending, sent, or failed with all input preserved. */
import { Box, Button, Field, Grid, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type SyntheticEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { contactLimits, contactSubjects } from '#contracts/site/contact-rules.ts';
import type { ContactBody } from '#contracts/site/contact.ts';
import { timings } from '#contracts/client-timings.ts';
import { ApiError, call, isNetworkError } from '#web/lib/client.ts';
import { errorText, messagesNow } from '#web/lib/messages.ts';
import { useStoredState } from '#web/lib/use-stored-state.ts';
import { useWords } from '#web/lib/words.ts';
import { useTakenOver } from '#web/lib/use-taken-over.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useMe } from '#web/features/accounts/auth/queries.ts';
import { emptyDraft, problemsOf, subjectIn, type ContactDraft, type DraftProblems } from './draft.ts';
import { contactWords } from './words.ts';

const storageKey = 'chalan-contact-draft';
/** The remaining number of messages is shown only when it is below this. */
const remainingShownBelow = 3;

/** Holds the input. A field that was not edited takes its value from the account or the address. */
function useDraft() {
  const [typed, setTyped] = useStoredState<Partial<ContactDraft>>(storageKey, {});
  const [query] = useSearchParams();
  const user = useMe().data;
  const known = user ? { name: user.name, email: user.email, company: user.company } : {};
  const draft: ContactDraft = { ...emptyDraft, ...known, subject: subjectIn(query), ...typed };
  return {
    draft,
    change: (part: Partial<ContactDraft>) => setTyped({ ...typed, ...part }),
    clear: () => setTyped({}),
  };
}

function useSend(onSent: () => void) {
  return useMutation({
    mutationFn: (body: ContactBody) => call('POST /api/contact', { body }),
    onSuccess: onSent,
  });
}

function Failure(props: { error: Error }) {
  const { error } = props;
  const words = useWords(contactWords);
  return <Notice tone="error" title={failureText(error, words.tooMany)} smallPrint={requestIdText(error)} />;
}

function failureText(error: Error, tooMany: string): string {
  if (isNetworkError(error)) return messagesNow().contactFailedRetry;
  if (error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS') return tooMany;
  return errorText(error) || messagesNow().contactFailed;
}

/** What became of the form if it was sent without scripts: `sent`, the code of an error, or null. */
const usePlainOutcome = (): string | null => useSearchParams()[0].get('outcome');

const plainFailureText = (code: string, tooMany: string): string =>
  code === 'TOO_MANY_REQUESTS' ? tooMany : messagesNow().contactFailed;

function Sent(props: { remaining: number; onOver: () => void }) {
  const { remaining, onOver } = props;
  const words = useWords(contactWords);
  useEffect(() => {
    const timer = setTimeout(onOver, timings.contactSuccessMs);
    return () => clearTimeout(timer);
  }, [onOver]);
  return (
    <Notice tone="success" title={words.sent}>
      {remaining < remainingShownBelow ? words.remaining(remaining) : null}
    </Notice>
  );
}

/** Holds the input and its problems, and sends it once it has none. */
function useContactForm() {
  const words = useWords(contactWords);
  const { draft, change, clear } = useDraft();
  const [website, setWebsite] = useState('');
  const [problems, setProblems] = useState<DraftProblems>({});
  const { mutate, ...sending } = useSend(clear);
  const edit = (part: Partial<ContactDraft>) => {
    change(part);
    setProblems({});
    if (sending.error) sending.reset();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const found = problemsOf(draft);
    setProblems(found);
    const { subject, ...rest } = draft;
    if (Object.keys(found).length === 0 && subject !== '') mutate({ ...rest, subject, website });
  };
  const problem = (field: keyof ContactDraft) => {
    const key = problems[field];
    return key ? words.problems[key] : undefined;
  };
  return { fields: { draft, problem, onChange: edit }, website, setWebsite, submit, sending };
}

type FieldsProps = {
  draft: ContactDraft;
  problem: (field: keyof ContactDraft) => string | undefined;
  onChange: (part: Partial<ContactDraft>) => void;
};

export function ContactForm() {
  const words = useWords(contactWords);
  const { fields, website, setWebsite, submit, sending } = useContactForm();
  const { data, error, isPending, reset } = sending;
  const outcome = usePlainOutcome();
  // Without scripts, the browser checks the fields.
  const isTakenOver = useTakenOver();

  if (outcome === 'sent') return <Notice tone="success" title={words.sent} />;
  if (data) return <Sent remaining={data.remainingSubmissions} onOver={reset} />;
  return (
    <form
      method="post"
      action={paths.contact()}
      onSubmit={submit}
      noValidate={isTakenOver}
      aria-label={words.formTitle}
    >
      <Stack gap="4">
        <SenderFields {...fields} />
        <MessageField {...fields} />
        <WebsiteTrap value={website} onChange={setWebsite} />
        {error ? <Failure error={error} /> : null}
        {outcome && !error ? <Notice tone="error" title={plainFailureText(outcome, words.tooMany)} /> : null}
        <Box>
          <Button type="submit" loading={isPending} loadingText={words.send}>
            {words.send}
          </Button>
        </Box>
      </Stack>
    </form>
  );
}

function SenderFields({ draft, problem, onChange }: FieldsProps) {
  const words = useWords(contactWords);
  return (
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
      <TextField
        label={words.name}
        name="name"
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={problem('name')}
        autoComplete="name"
        maxLength={contactLimits.nameMax}
        required
      />
      <TextField
        label={words.email}
        name="email"
        type="email"
        value={draft.email}
        onChange={(email) => onChange({ email })}
        error={problem('email')}
        autoComplete="email"
        maxLength={contactLimits.emailMax}
        required
      />
      <TextField
        label={words.company}
        name="company"
        value={draft.company}
        onChange={(company) => onChange({ company })}
        autoComplete="organization"
        maxLength={contactLimits.companyMax}
      />
      <Subject draft={draft} problem={problem} onChange={onChange} />
    </Grid>
  );
}

function MessageField({ draft, problem, onChange }: FieldsProps) {
  const words = useWords(contactWords);
  return (
    <TextArea
      label={words.message}
      name="message"
      rows={6}
      maxLength={contactLimits.messageMax}
      value={draft.message}
      onChange={(message) => onChange({ message })}
      error={problem('message')}
      required
    />
  );
}

/** A field that people do not see, so that only programs fill it in. */
function WebsiteTrap(props: { value: string; onChange: (value: string) => void }) {
  const words = useWords(contactWords);
  return (
    <VisuallyHidden aria-hidden>
      <label>
        {words.website}
        <input
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      </label>
    </VisuallyHidden>
  );
}

function Subject({ draft, problem, onChange }: FieldsProps) {
  const words = useWords(contactWords);
  const choices = contactSubjects.map((value) => ({ value, label: words.subjects[value] }));
  const text = problem('subject');
  return (
    <Field.Root invalid={text !== undefined} required alignItems="stretch">
      <SelectField
        label={words.subject}
        name="subject"
        choices={[{ value: '', label: words.chooseSubject }, ...choices]}
        value={draft.subject}
        onChange={(subject) => onChange({ subject })}
      />
      {text ? <Field.ErrorText>{text}</Field.ErrorText> : null}
    </Field.Root>
  );
}
