/** Edits the system notification: its message, its type, and who sees it (spec section 2, "System banner"). */
import { Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useSaveSettings, withEdited } from './settings-changes.ts';
import { SettingsSave } from './settings-save.tsx';
import { systemWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';

const noticeTypes = ['info', 'warning', 'error', 'success'] as const;
const messageCharactersMax = 500;

type SystemNotice = CreditSettings['systemNotification'];

export function NoticeForm({ settings }: { settings: CreditSettings }) {
  const words = useWords(systemWords);
  const { messages } = useWords(adminWords);
  const saved = settings.systemNotification;
  /** Holds only edited fields, and only those are saved: another administrator may have changed the others. */
  const [edited, setEdited] = useState<Partial<SystemNotice>>({});
  const [saves, setSaves] = useState(0);
  const save = useSaveSettings(messages.noticeSaved, () => {
    setEdited({});
    setSaves(saves + 1);
  });
  const notice = { ...saved, ...edited };
  const change = <K extends keyof SystemNotice>(name: K, value: SystemNotice[K]) =>
    setEdited(withEdited(edited, saved, name, value));
  const isMissing = notice.enabled && notice.message.trim() === '';
  return (
    <Panel title={words.noticeTitle}>
      <Stack gap="4" maxW="2xl">
        <Text textStyle="sm" color="fg.muted">
          {words.noticeIntro}
        </Text>
        <Flex gap="3" align="center">
          <Switch
            label={words.noticeEnabled}
            checked={notice.enabled}
            onChange={(enabled) => change('enabled', enabled)}
          />
          <Text textStyle="sm">{words.noticeEnabled}</Text>
        </Flex>
        <Grid templateColumns={{ base: '1fr', sm: '2fr 1fr' }} gap="3" alignItems="start">
          <TextField
            label={words.noticeMessage}
            value={notice.message}
            maxLength={messageCharactersMax}
            autoComplete="off"
            error={isMissing ? words.noticeMessageNeeded : undefined}
            onChange={(message) => change('message', message)}
          />
          <SelectField
            label={words.noticeType}
            choices={noticeTypes.map((value) => ({ value, label: words.noticeTypes[value] }))}
            value={notice.type}
            onChange={(type) => change('type', type)}
          />
        </Grid>
        <Flex gap="3" align="center">
          <Switch
            label={words.noticeToAll}
            checked={notice.showToAll}
            onChange={(showToAll) => change('showToAll', showToAll)}
          />
          <Text textStyle="sm">{words.noticeToAll}</Text>
        </Flex>
        {notice.message.trim() ? (
          <Stack gap="1">
            <Text textStyle="xs" color="fg.muted">
              {words.noticePreview}
            </Text>
            <Notice tone={notice.type}>{notice.message}</Notice>
          </Stack>
        ) : null}
        <SettingsSave
          key={saves}
          name={words.noticeTitle}
          disabled={isMissing}
          pending={save.isPending}
          error={save.error}
          onSave={(reason) => save.mutate({ systemNotification: edited, reason })}
        />
      </Stack>
    </Panel>
  );
}
