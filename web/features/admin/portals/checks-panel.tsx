/** Renders a portal's go-live list, in which administrators check items and keep a note on each. */
import { Box, Button, Checkbox, Code, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { PortalChecks } from '#contracts/calls/portals-answers.ts';
import { limits } from '#contracts/limits.ts';
import { formatSince } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { changeCheck, checksQuery, type ItemChange } from './checks-queries.ts';
import { portalCheckWords } from './checks-words.ts';
import { DeskPanel } from './desk-panel.tsx';
import { portalsKey } from './queries.ts';

type Item = PortalChecks['items'][number];

/** The text of an item, which is written in English, and in which names of the code stand between backticks. */
function ItemText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <Code key={index} size="sm" overflowWrap="anywhere">
        {part}
      </Code>
    ),
  );
}

function NoteForm(props: {
  note: string;
  pending: boolean;
  onSave: (note: string) => void;
  onClose: () => void;
}) {
  const words = useWords(portalCheckWords);
  const [note, setNote] = useState(props.note);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    props.onSave(note.trim());
  };
  return (
    <Stack asChild gap="2" maxW="xl" pt="1">
      <form onSubmit={submit}>
        <TextField
          label={words.note}
          hint={words.noteHint}
          maxLength={limits.portalCheckNoteLengthMax}
          autoComplete="off"
          autoFocus
          value={note}
          onChange={setNote}
        />
        <Flex gap="2">
          <Button type="submit" size="xs" loading={props.pending} loadingText={words.saveNote}>
            {words.saveNote}
          </Button>
          <Button size="xs" variant="outline" colorPalette="gray" onClick={props.onClose}>
            {words.goBack}
          </Button>
        </Flex>
      </form>
    </Stack>
  );
}

type Changing = {
  pending: boolean;
  change: (change: ItemChange, onDone?: () => void) => void;
};

function CheckNote({ item, check, changing }: { item: Item; check: Item['check']; changing: Changing }) {
  const words = useWords(portalCheckWords);
  const [isOpen, setOpen] = useState(false);
  if (!check) return null;
  const { by, at, note } = check;
  const action = note === '' ? words.addNote : words.changeNote;
  const save = (changed: string) =>
    changing.change({ item: item.id, checked: true, note: changed }, () => setOpen(false));
  return (
    <Stack gap="1" ps="7">
      <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        {words.checkedBy(by || words.deleted, formatSince(at))}
        {note === '' ? '' : `: ${note}`}
      </Text>
      {isOpen ? (
        <NoteForm note={note} pending={changing.pending} onSave={save} onClose={() => setOpen(false)} />
      ) : (
        // The words of the button stand below those of the check.
        <Box ms="-2.5">
          <Button
            size="xs"
            variant="ghost"
            aria-label={words.noteOf(action, item.text)}
            onClick={() => setOpen(true)}
          >
            {action}
          </Button>
        </Box>
      )}
    </Stack>
  );
}

function ItemRow({ item, changing }: { item: Item; changing: Changing }) {
  const { id, text, check } = item;
  return (
    <ListRow direction="column" align="stretch" gap="1" py="2.5">
      <Checkbox.Root
        alignItems="flex-start"
        checked={check !== null}
        onCheckedChange={({ checked }) => changing.change({ item: id, checked: checked === true, note: '' })}
      >
        <Checkbox.HiddenInput />
        <Checkbox.Control mt="0.5" />
        <Checkbox.Label lang="en" fontWeight="normal" minW="0" overflowWrap="anywhere">
          <ItemText text={text} />
        </Checkbox.Label>
      </Checkbox.Root>
      <CheckNote item={item} check={check} changing={changing} />
    </ListRow>
  );
}

function CheckList({ checks }: { checks: PortalChecks }) {
  const words = useWords(portalCheckWords);
  const client = useQueryClient();
  const { portal, items } = checks;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (change: ItemChange) => changeCheck(portal, change),
    onSuccess: (changed) => client.setQueryData(checksQuery(portal).queryKey, changed),
    onSettled: () => client.invalidateQueries({ queryKey: portalsKey }),
  });
  // A checkbox that is disabled meanwhile would lose the focus of the keyboard.
  const change: Changing['change'] = (given, onDone) => {
    if (!isPending) mutate(given, { onSuccess: () => onDone?.() });
  };
  if (items.length === 0) return <Text>{words.none}</Text>;
  const checked = items.filter(({ check }) => check !== null).length;
  return (
    <Stack gap="3">
      <Text textStyle="sm" color="fg.muted" maxW="3xl">
        {words.intro}
      </Text>
      <Text as="output" display="block" fontWeight="medium">
        {words.progress(checked, items.length)}
      </Text>
      {error ? <Notice tone="error" title={errorText(error)} smallPrint={requestIdText(error)} /> : null}
      <Box as="ul" listStyleType="none">
        {items.map((item) => (
          <ItemRow key={item.id} item={item} changing={{ pending: isPending, change }} />
        ))}
      </Box>
    </Stack>
  );
}

export function ChecksPanel({ portal }: { portal: string }) {
  const words = useWords(portalCheckWords);
  const query = useQuery(checksQuery(portal));
  return (
    <DeskPanel portal={portal} words={words} query={query}>
      {(data) => <CheckList checks={data} />}
    </DeskPanel>
  );
}
