/** Lists the entries of the credit history. A job's entry expands to its steps. */
import { Badge, Box, Button, Flex, Text } from '@chakra-ui/react';
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
import type { CreditEntryType } from '#contracts/credits/credit-history.ts';
import type { CreditEntry } from '#contracts/calls/credits-answers.ts';
import { useBankName } from '#web/lib/bank-name.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { bdtText, signedCredits } from '#web/lib/money.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { Said } from '#web/ui/said.tsx';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
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

/** Renders the description; for a job it is a button that shows the steps. */
function Description(props: RowProps) {
  const { entry, open, onToggle } = props;
  const words = useWords(historyWords);
  const bank = useBankName()(entry.bank);
  const Icon = open ? ChevronDown : ChevronRight;
  const about = <Said text={entry.description} data={entry.descriptionData} />;
  if (entry.steps.length === 0)
    return (
      <Text overflowWrap="anywhere">
        {about}
        {bank ? `, ${bank}` : null}
      </Text>
    );
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
          {bank ? `, ${bank}` : null}
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

function columnsOf(words: WordsOf<typeof historyWords>): Column<RowProps>[] {
  return [
    { title: words.date, look: { whiteSpace: 'nowrap' }, cell: ({ entry }) => formatDateTime(entry.date) },
    { title: words.type, cell: ({ entry }) => <TypeTag type={entry.type} /> },
    { title: words.description, look: { w: 'full' }, cell: (row) => <Description {...row} /> },
    { title: words.before, atEnd: true, cell: ({ entry }) => formatDecimals(entry.previousCredit) },
    {
      title: words.change,
      atEnd: true,
      look: { whiteSpace: 'nowrap' },
      cell: ({ entry }) => <Change entry={entry} />,
    },
    {
      title: words.amount,
      atEnd: true,
      look: { whiteSpace: 'nowrap' },
      cell: ({ entry }) => (entry.amountBdt === null ? '–' : bdtText(entry.amountBdt)),
    },
  ];
}

function Lines(props: RowProps) {
  const { entry } = props;
  return (
    <>
      <Flex gap="3" align="center" justify="space-between">
        <TypeTag type={entry.type} />
        <Change entry={entry} />
      </Flex>
      <Description {...props} />
      <Flex gap="3" justify="space-between" textStyle="xs" color="fg.muted">
        <Text>{formatDateTime(entry.date)}</Text>
        {entry.amountBdt === null ? null : <Text>{bdtText(entry.amountBdt)}</Text>}
      </Flex>
    </>
  );
}

export function HistoryList(props: { entries: CreditEntry[] }) {
  const words = useWords(historyWords);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <RecordList
      records={props.entries.map((entry) => ({
        entry,
        open: open.has(entry.id),
        onToggle: () => toggle(entry.id),
      }))}
      keyOf={({ entry }) => entry.id}
      columns={columnsOf(words)}
      renderLines={(row) => <Lines {...row} />}
      renderDetails={(row) => (row.open ? <EntrySteps entry={row.entry} /> : null)}
    />
  );
}
