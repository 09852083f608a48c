/** Edits the figures on the public pages, either measured or entered by hand, and the company's contact details. */
import { Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useSaveSettings } from './settings-changes.ts';
import { SettingsSave } from './settings-save.tsx';
import { systemWords } from './words.ts';

const figureNames = [
  'services',
  'successRate',
  'availability',
  'dailyProcesses',
  'businesses',
  'successRateElsewhere',
] as const;
const contactNames = ['email', 'phone', 'address', 'facebookUrl', 'linkedinUrl', 'youtubeUrl'] as const;
const figureCharactersMax = 20;
const detailCharactersMax = 200;

export function SiteForm({ settings }: { settings: CreditSettings }) {
  const words = useWords(systemWords);
  const [figures, setFigures] = useState(settings.marketingFigures);
  const [isMeasured, setMeasured] = useState(settings.showMeasuredFigures);
  const [contact, setContact] = useState(settings.contactDetails);
  const [saves, setSaves] = useState(0);
  const save = useSaveSettings(words.figuresSaved, () => setSaves(saves + 1));
  const grid = { templateColumns: { base: '1fr', sm: 'repeat(3, 1fr)' }, gap: '3', alignItems: 'start' };
  return (
    <Panel title={words.figuresTitle}>
      <Stack gap="4" maxW="4xl">
        <Text textStyle="sm" color="fg.muted">
          {words.figuresIntro}
        </Text>
        <Grid {...grid}>
          {figureNames.map((name) => (
            <TextField
              key={name}
              label={words.figures[name]}
              value={figures[name]}
              maxLength={figureCharactersMax}
              autoComplete="off"
              error={figures[name].trim() === '' ? words.figureNeeded : undefined}
              onChange={(value) => setFigures({ ...figures, [name]: value })}
            />
          ))}
        </Grid>
        <Flex gap="3" align="center">
          <Switch label={words.measured} checked={isMeasured} onChange={setMeasured} />
          <Text textStyle="sm">{words.measured}</Text>
        </Flex>
        <Grid {...grid}>
          {contactNames.map((name) => (
            <TextField
              key={name}
              label={words.contact[name]}
              value={contact[name]}
              maxLength={detailCharactersMax}
              autoComplete="off"
              onChange={(value) => setContact({ ...contact, [name]: value })}
            />
          ))}
        </Grid>
        <Text textStyle="xs" color="fg.muted">
          {words.contactHint}
        </Text>
        <SettingsSave
          key={saves}
          name={words.figuresTitle}
          disabled={figureNames.some((name) => figures[name].trim() === '')}
          pending={save.isPending}
          error={save.error}
          onSave={(reason) =>
            save.mutate({
              marketingFigures: figures,
              showMeasuredFigures: isMeasured,
              contactDetails: contact,
              reason,
            })
          }
        />
      </Stack>
    </Panel>
  );
}
