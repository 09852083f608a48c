/** Lines of the credit history as a table, on a phone as two lines; a job's line opens to its steps. */
import { Badge, Box, Button, Flex, Stack, Table, Text, useBreakpointValue } from '@chakra-ui/react';
import {
  ChevronDown,
  ChevronRight,
  CreditCard,
  LoaderCircle,
  SlidersHorizontal,
  Undo2,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import type { CreditEntry, CreditEntryType } from '#contracts/credit-history.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { bdtText, signedCredits } from '../../lib/money.ts';
import { formatDecimals } from '../../lib/numbers.ts';
import { useWords } from '../../lib/words.ts';
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx';
import { descriptionText } from './description.ts';
import { EntrySteps } from './entry-steps.tsx';
import { historyWords } from './words.ts';

const looks: Record<CreditEntryType, { tone: StatusTone; icon: LucideIcon }> = {
  purchase: { tone: 'brand', icon: CreditCard },
  usage: { tone: 'gray', icon: Workflow },
  refund: { tone: 'attention', icon: Undo2 },
  admin: { tone: 'information', icon: SlidersHorizontal },
};

type RowProps = { entry: CreditEntry; open: boolean; onToggle: () => void };

function TypeTag(props: { type: CreditEntryType }) {
  const { types } = useWords(historyWords);
  return <StatusTag {...looks[props.type]} label={types[props.type]} />;
}

/** The description; of a job it opens the steps. */
function Description(props: RowProps) {
  const { entry, open, onToggle } = props;
  const words = useWords(historyWords);
  const Icon = open ? ChevronDown : ChevronRight;
  const about = descriptionText(entry.description);
  if (entry.steps.length === 0) return <Text overflowWrap="anywhere">{about}</Text>;
  return (
    <Flex gap="2" wrap="wrap" align="center">
      <Button
        variant="plain"
        size="sm"
        h="auto"
        minH="6"
        minW="0"
        maxW="full"
        flexShrink="1"
        p="0"
        gap="1"
        fontWeight="normal"
        color="fg"
        textAlign="start"
        whiteSpace="normal"
        overflowWrap="anywhere"
        alignItems="flex-start"
        aria-expanded={open}
        onClick={onToggle}
        _hover={{ textDecoration: 'underline' }}
      >
        <Box as="span" pt="0.5" color="fg.muted">
          <Icon size={16} aria-hidden />
        </Box>
        <Box as="span" minW="0">
          {about}
        </Box>
      </Button>
      {entry.open ? (
        <Badge colorPalette="information" textStyle="xs">
          <LoaderCircle size={14} aria-hidden /> {words.running}
        </Badge>
      ) : null}
    </Flex>
  );
}

function Change(props: { entry: CreditEntry }) {
  const { creditsChange } = props.entry;
  return (
    <Text as="span" fontWeight="medium" color={creditsChange > 0 ? 'fg.success' : 'fg'}>
      {signedCredits(creditsChange)}
    </Text>
  );
}

function WideRow(props: RowProps) {
  const { entry, open } = props;
  return (
    <>
      <Table.Row bg="bg.panel" verticalAlign="top">
        <Table.Cell ps="0" whiteSpace="nowrap">
          {formatDateTime(entry.date)}
        </Table.Cell>
        <Table.Cell>
          <TypeTag type={entry.type} />
        </Table.Cell>
        <Table.Cell w="full">
          <Description {...props} />
        </Table.Cell>
        <Table.Cell textAlign="end">{formatDecimals(entry.previousCredit)}</Table.Cell>
        <Table.Cell textAlign="end" whiteSpace="nowrap">
          <Change entry={entry} />
        </Table.Cell>
        <Table.Cell textAlign="end" whiteSpace="nowrap" pe="0">
          {entry.amountBdt === null ? '–' : bdtText(entry.amountBdt)}
        </Table.Cell>
      </Table.Row>
      {open ? (
        <Table.Row bg="bg.subtle">
          <Table.Cell colSpan={6} px="4">
            <EntrySteps entry={entry} />
          </Table.Cell>
        </Table.Row>
      ) : null}
    </>
  );
}

function PhoneRow(props: RowProps) {
  const { entry, open } = props;
  return (
    <Stack as="li" gap="1.5" py="3" borderTopWidth="1px" _first={{ borderTopWidth: '0', pt: '0' }}>
      <Flex gap="3" align="center" justify="space-between">
        <TypeTag type={entry.type} />
        <Change entry={entry} />
      </Flex>
      <Description {...props} />
      <Flex gap="3" justify="space-between" textStyle="xs" color="fg.muted">
        <Text>{formatDateTime(entry.date)}</Text>
        {entry.amountBdt === null ? null : <Text>{bdtText(entry.amountBdt)}</Text>}
      </Flex>
      {open ? (
        <Box bg="bg.subtle" borderRadius="l2" px="3" py="2">
          <EntrySteps entry={entry} />
        </Box>
      ) : null}
    </Stack>
  );
}

export function HistoryList(props: { entries: CreditEntry[] }) {
  const words = useWords(historyWords);
  const wide = useBreakpointValue({ base: false, md: true }, { ssr: false });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const rows = props.entries.map((entry) => ({
    entry,
    open: open.has(entry.id),
    onToggle: () => toggle(entry.id),
  }));
  if (!wide) {
    return (
      <Box as="ul" listStyleType="none" textStyle="sm" fontVariantNumeric="tabular-nums">
        {rows.map((row) => (
          <PhoneRow key={row.entry.id} {...row} />
        ))}
      </Box>
    );
  }
  return (
    <Table.Root size="sm" fontVariantNumeric="tabular-nums">
      <Table.Header>
        <Table.Row bg="bg.panel">
          <Table.ColumnHeader ps="0">{words.date}</Table.ColumnHeader>
          <Table.ColumnHeader>{words.type}</Table.ColumnHeader>
          <Table.ColumnHeader>{words.description}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end" whiteSpace="nowrap">
            {words.before}
          </Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">{words.change}</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end" pe="0">
            {words.amount}
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {rows.map((row) => (
          <WideRow key={row.entry.id} {...row} />
        ))}
      </Table.Body>
    </Table.Root>
  );
}
