/** Edits the credits per taka, the free trial credits, and the minimum purchase in the cart. */
import { Grid, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { localDigits } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useSaveSettings, withEdited } from './settings-changes.ts';
import { SettingsSave } from './settings-save.tsx';
import { systemWords } from './words.ts';
import { creditsIn } from '#web/features/admin/users/rules.ts';

const names = ['creditsPerBDT', 'freeTrialCredits', 'minPurchaseCredits'] as const;
type Name = (typeof names)[number];
type Texts = Record<Name, string>;

export function CreditSettingsForm({ settings }: { settings: CreditSettings }) {
  const words = useWords(systemWords);
  /**
   * Holds only edited fields, and only those are saved. All others show the current settings, even while a change waits
   * for a second administrator.
   */
  const [draft, setDraft] = useState<Partial<Texts>>({});
  const [saves, setSaves] = useState(0);
  const save = useSaveSettings(words.creditsSaved, () => {
    setDraft({});
    setSaves(saves + 1);
  });
  const saved = Object.fromEntries(
    names.map((name) => [name, localDigits(settings[name].toFixed(2))]),
  ) as Texts;
  const shown = (name: Name): string => draft[name] ?? saved[name];
  const hints: Record<Name, string> = {
    creditsPerBDT: words.perBdtHint,
    freeTrialCredits: words.trialHint,
    minPurchaseCredits: words.minimumHint,
  };
  const problemOf = (name: Name): string | undefined => {
    const value = creditsIn(shown(name));
    if (name === 'creditsPerBDT') return value === null || value === 0 ? words.rateWrong : undefined;
    return value === null ? words.numberWrong : undefined;
  };
  const changes = (): Partial<Record<Name, number>> =>
    Object.fromEntries(
      names.filter((name) => name in draft).map((name) => [name, creditsIn(shown(name)) ?? 0]),
    );
  return (
    <Panel title={words.creditsTitle}>
      <Stack gap="4" maxW="2xl">
        <Grid templateColumns={{ base: '1fr', sm: 'repeat(3, 1fr)' }} gap="3" alignItems="start">
          {names.map((name) => (
            <TextField
              key={name}
              label={words[name]}
              value={shown(name)}
              inputMode="decimal"
              autoComplete="off"
              hint={hints[name]}
              error={problemOf(name)}
              onChange={(value) => setDraft(withEdited(draft, saved, name, value))}
            />
          ))}
        </Grid>
        <SettingsSave
          key={saves}
          name={words.creditsTitle}
          disabled={names.some((name) => problemOf(name) !== undefined)}
          pending={save.isPending}
          error={save.error}
          onSave={(reason) => save.mutate({ ...changes(), reason })}
        />
      </Stack>
    </Panel>
  );
}
