/** Edits the preferences: language, theme, notifications by email and push, and the low-credit alert. */
import { Box, Button, Flex, Separator, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { setColorMode, useColorMode } from '#web/app/color-mode.ts';
import { interfaceLanguages, interfaceThemes } from '#contracts/accounts/preference-choices.ts';
import { setLanguage, useLanguage } from '#web/lib/language.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useUser } from './auth/queries.ts';
import { CreditAlertForm } from '#web/features/credits/credit-alert-form.tsx';
import { creditOverviewQuery } from '#web/features/credits/queries.ts';
import { NoticeChoices } from '#web/features/messaging/notice-choices.tsx';
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
            // The few letters of a language's own name come in a small file.
            fontFamily={lang ? 'label' : undefined}
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
        <Separator />
        <NoticeChoices />
        {overview ? (
          <>
            <Separator />
            <CreditAlertForm saved={overview.lowCreditThreshold} balance={overview.balance} />
          </>
        ) : null}
      </Stack>
    </Panel>
  );
}
