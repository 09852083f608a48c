/** Edits the figures on the public pages, either measured or entered by hand, and the company's contact details. */
import { Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useSaveSettings, withEdited } from './settings-changes.ts';
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

/** Only edited fields, and only those are saved: another administrator may have changed the others. */
type Edited = {
  figures: Partial<CreditSettings['marketingFigures']>;
  contact: Partial<CreditSettings['contactDetails']>;
  page: Partial<Pick<CreditSettings, 'showMeasuredFigures'>>;
};
const nothingEdited: Edited = { figures: {}, contact: {}, page: {} };

export function SiteForm({ settings }: { settings: CreditSettings }) {
  const words = useWords(systemWords);
  const [edited, setEdited] = useState(nothingEdited);
  const [saves, setSaves] = useState(0);
  const save = useSaveSettings(words.figuresSaved, () => {
    setEdited(nothingEdited);
    setSaves(saves + 1);
  });
  const figures = { ...settings.marketingFigures, ...edited.figures };
  const contact = { ...settings.contactDetails, ...edited.contact };
  const page = { showMeasuredFigures: settings.showMeasuredFigures };
  const isMeasured = edited.page.showMeasuredFigures ?? page.showMeasuredFigures;
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
              onChange={(value) =>
                setEdited({
                  ...edited,
                  figures: withEdited(edited.figures, settings.marketingFigures, name, value),
                })
              }
            />
          ))}
        </Grid>
        <Flex gap="3" align="center">
          <Switch
            label={words.measured}
            checked={isMeasured}
            onChange={(measured) =>
              setEdited({ ...edited, page: withEdited(edited.page, page, 'showMeasuredFigures', measured) })
            }
          />
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
              onChange={(value) =>
                setEdited({
                  ...edited,
                  contact: withEdited(edited.contact, settings.contactDetails, name, value),
                })
              }
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
              marketingFigures: edited.figures,
              contactDetails: edited.contact,
              ...edited.page,
              reason,
            })
          }
        />
      </Stack>
    </Panel>
  );
}
