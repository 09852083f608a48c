/** Edits the preferences: language, theme, emails about finished jobs, and the low-credit alert. */
import { Box, Button, Flex, Separator, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { setColorMode, useColorMode } from '#web/app/color-mode.ts';
import { interfaceLanguages, interfaceThemes } from '#contracts/accounts/preferences.ts';
import { setLanguage, useLanguage } from '#web/lib/language.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { notify } from '#web/ui/notify.ts';
import { Panel } from '#web/ui/panel.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { meQuery, useUser } from './auth/queries.ts';
import { CreditAlertForm } from '#web/features/credits/credit-alert-form.tsx';
import { creditOverviewQuery } from '#web/features/credits/queries.ts';
import { savePreferences } from './queries.ts';
import { accountWords } from './words.ts';

function Choices<T extends string>(props: {
  label: string;
  hint?: ReactNode;
  choices: readonly { value: T; label: string; lang?: string }[];
  value: T;
  pending?: boolean;
  onChange: (value: T) => void;
}) {
  const { label, hint, choices, value: chosen, pending = false, onChange } = props;
  const labelId = useId();
  return (
    <Flex justify="space-between" align="center" gap="3" wrap="wrap">
      <Box flex="1 1 12rem" minW="0">
        <Text id={labelId} textStyle="sm" fontWeight="medium">
          {label}
        </Text>
        {hint ? (
          <Text textStyle="xs" color="fg.muted">
            {hint}
          </Text>
        ) : null}
      </Box>
      <Flex as="fieldset" aria-labelledby={labelId} gap="1">
        {choices.map(({ value, label: choice, lang }) => (
          <Button
            key={value}
            size="xs"
            lang={lang}
            variant={value === chosen ? 'subtle' : 'outline'}
            colorPalette={value === chosen ? 'brand' : 'gray'}
            aria-pressed={value === chosen}
            disabled={pending}
            onClick={() => onChange(value)}
          >
            {choice}
          </Button>
        ))}
      </Flex>
    </Flex>
  );
}

/** Language and theme change at once; `usePreferencesSync` saves them. */
function LookChoices() {
  const words = useWords(accountWords);
  const languages = interfaceLanguages.map((value) => ({
    value,
    label: words.languages[value],
    lang: value,
  }));
  const themes = interfaceThemes.map((value) => ({ value, label: words.themes[value] }));
  return (
    <>
      <Choices label={words.language} choices={languages} value={useLanguage()} onChange={setLanguage} />
      <Choices label={words.theme} choices={themes} value={useColorMode()} onChange={setColorMode} />
    </>
  );
}

function MailChoice() {
  const user = useUser();
  const words = useWords(accountWords);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (mailOnCompletion: boolean) => savePreferences(user.id, { mailOnCompletion }),
    onSuccess: (preferences) => {
      client.setQueryData(meQuery.queryKey, (known) => (known ? { ...known, ...preferences } : known));
      notify('success', wordsNow(accountWords).saved);
    },
    onError: (error) => notify('error', wordsNow(accountWords).mailFailed, requestIdText(error)),
  });
  const choices = [
    { value: 'on', label: words.on },
    { value: 'off', label: words.off },
  ] as const;
  return (
    <Choices
      label={words.mail}
      hint={words.mailHint}
      choices={choices}
      value={user.mailOnCompletion ? 'on' : 'off'}
      pending={save.isPending}
      onChange={(value) => save.mutate(value === 'on')}
    />
  );
}

export function PreferencesPanel() {
  const user = useUser();
  const words = useWords(accountWords);
  const overview = useQuery({ ...creditOverviewQuery(user.id), enabled: !user.isAdmin }).data;
  return (
    <Panel title={words.preferences}>
      <Stack gap="4">
        <Text textStyle="sm" color="fg.muted">
          {words.preferencesText}
        </Text>
        <LookChoices />
        <MailChoice />
        {overview ? (
          <>
            <Separator />
            <CreditAlertForm saved={overview.lowCreditThreshold} />
          </>
        ) : null}
      </Stack>
    </Panel>
  );
}
