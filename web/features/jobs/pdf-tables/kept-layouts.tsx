/**
 * Shows and undoes the corrections that an earlier PDF brought, asks whether those of this PDF are kept, and lists all
 * kept ones.
 */
import { Box, Button, Checkbox, Flex, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ShownKeptLayout } from '#contracts/jobs/kept-layouts.ts';
import { formatDate } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ErrorState, LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { keptWords } from './kept-words.ts';
import { deleteKeptLayout, keptLayoutsKey, keptLayoutsQuery } from './queries.ts';
import type { Tables } from './use-tables.ts';

/** Tells the customer that this PDF was corrected like an earlier one, and offers to undo that here. */
export function KeptNotice(props: { tables: Tables }) {
  const { tables } = props;
  const words = useWords(keptWords);
  const { kept } = tables.layout;
  if (!kept) return null;
  return (
    <Notice
      tone="info"
      title={words.applied(formatDate(kept.correctedAt), kept.fileName)}
      action={
        <Button size="xs" variant="outline" colorPalette="gray" onClick={tables.revoke}>
          <Undo2 aria-hidden /> {words.revoke}
        </Button>
      }
    >
      {words.revokeHint}
    </Notice>
  );
}

/** Lets the customer choose, before exporting, whether the corrections also apply to the next PDF of the layout. */
export function RememberChoice(props: { tables: Tables }) {
  const { tables } = props;
  const words = useWords(keptWords);
  const { isRemembered } = tables.layout;
  if (!tables.isChanged) return null;
  return (
    <Stack gap="1">
      <Checkbox.Root
        size="sm"
        alignItems="flex-start"
        checked={isRemembered}
        onCheckedChange={({ checked }) => tables.remember(checked === true)}
      >
        <Checkbox.HiddenInput />
        <Checkbox.Control />
        <Checkbox.Label>{words.remember}</Checkbox.Label>
      </Checkbox.Root>
      {isRemembered ? null : (
        <Text textStyle="xs" color="fg.muted">
          {words.notRemembered}
        </Text>
      )}
    </Stack>
  );
}

function KeptLine(props: { layout: ShownKeptLayout }) {
  const { layout } = props;
  const words = useWords(keptWords);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteKeptLayout(layout.id),
    onSettled: () => client.invalidateQueries({ queryKey: keptLayoutsKey }),
  });
  return (
    <Flex as="li" gap="3" align="flex-start" justify="space-between" borderTopWidth="1px" py="2">
      <Box minW="0">
        <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
          {layout.fileName}
        </Text>
        <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
          {layout.headings.join(' · ')}
        </Text>
        <Text textStyle="xs" color="fg.muted">
          {words.dates(formatDate(layout.correctedAt), formatDate(layout.usedAt))}
        </Text>
        {remove.isError ? (
          <Notice tone="error" title={words.deleteFailed} smallPrint={requestIdText(remove.error)}>
            {errorText(remove.error)}
          </Notice>
        ) : null}
      </Box>
      <Button
        size="xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={words.deleteOne(layout.fileName)}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Trash2 aria-hidden /> {words.delete}
      </Button>
    </Flex>
  );
}

function KeptList() {
  const words = useWords(keptWords);
  const layouts = useQuery(keptLayoutsQuery());
  if (layouts.isPending) return <LoadingLines lines={2} height="10" label={words.loading} />;
  if (layouts.isError)
    return <ErrorState title={words.failed} error={layouts.error} onRetry={() => void layouts.refetch()} />;
  if (layouts.data.length === 0)
    return (
      <Text textStyle="sm" color="fg.muted">
        {words.none}
      </Text>
    );
  return (
    <Stack as="ul" gap="0" listStyleType="none">
      {layouts.data.map((layout) => (
        <KeptLine key={layout.id} layout={layout} />
      ))}
    </Stack>
  );
}

/** Reads the list when it is opened. */
export function KeptLayouts() {
  const words = useWords(keptWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap="2" borderTopWidth="1px" pt="3">
      <Flex gap="2" align="center" justify="space-between" wrap="wrap">
        <Text textStyle="sm" color="fg.muted" flex="1" minW="56">
          {words.about}
        </Text>
        <Button
          size="xs"
          variant="ghost"
          colorPalette="gray"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />} {words.list}
        </Button>
      </Flex>
      {isOpen ? <KeptList /> : null}
    </Stack>
  );
}
