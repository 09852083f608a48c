/** Shows a row in full: what was sent beside what came back, with labels, groups and units. */
import { Box, Button, Flex, Grid, Heading, IconButton, Stack, Text } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { useWords, wordsNow } from '#web/lib/words.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { uiWords } from '#web/ui/words.ts';
import { copyRow } from './copy-row.ts';
import { rowDetailsWords } from './row-details-words.ts';
import { shownValues, valueGroups, type ShownValue } from './shown-values.ts';
import { jobWords } from '#web/features/jobs/words.ts';

/** Fewer values than this are shown in one list, without groups. */
const groupedFrom = 8;

/** With a mouse, the button appears when the pointer is over its value; for keyboards and touch it is always there. */
const copyShown = {
  '@media (hover: hover)': {
    '& button': { opacity: 0 },
    '&:hover button, & button:focus-visible': { opacity: 1 },
  },
} as const;

function CopyValue(props: { label: string; text: string }) {
  const { label, text } = props;
  return (
    <IconButton
      size="2xs"
      variant="ghost"
      colorPalette="gray"
      flexShrink="0"
      h="5"
      minW="6"
      aria-label={useWords(uiWords).copyNamed(label)}
      onClick={() => copyText(text)}
    >
      <Copy aria-hidden />
    </IconButton>
  );
}

/** `copied` is the value as it was sent or returned; empty if there is none. */
type Pair = ShownValue;

function Pairs(props: { pairs: Pair[] }) {
  return (
    <Grid
      as="dl"
      templateColumns="minmax(0, max-content) minmax(0, 1fr)"
      columnGap="4"
      rowGap="0.5"
      textStyle="sm"
    >
      {props.pairs.map(({ name, label, text, copied }) => (
        <Fragment key={name}>
          <Text as="dt" color="fg.muted" overflowWrap="anywhere">
            {label}
          </Text>
          <Flex as="dd" gap="1" align="flex-start" minW="0" css={copyShown}>
            <Text as="span" minW="0" overflowWrap="anywhere">
              {text}
            </Text>
            {copied === '' ? null : <CopyValue label={label} text={copied} />}
          </Flex>
        </Fragment>
      ))}
    </Grid>
  );
}

function Side(props: { title: string; children: ReactNode }) {
  return (
    <Box minW="0">
      <Heading as="h3" textStyle="xs" fontWeight="medium" color="fg.muted" pb="1.5">
        {props.title}
      </Heading>
      {props.children}
    </Box>
  );
}

function CameBack(props: { row: JobRow }) {
  const { values, portalReference, outcome } = props.row;
  const { groups, noValues, notYet } = useWords(rowDetailsWords);
  const { reference } = useWords(jobWords);
  const shown = shownValues(values);
  const first = portalReference
    ? [{ name: 'reference', label: reference, text: portalReference, copied: portalReference }]
    : [];
  const all = valueGroups.flatMap((group) => shown[group]);
  if (first.length + all.length === 0)
    return <Text textStyle="sm">{outcome === 'PENDING' ? notYet : noValues}</Text>;
  if (all.length < groupedFrom) return <Pairs pairs={[...first, ...all]} />;
  return (
    <Stack gap="3">
      {valueGroups.map((group) => {
        const pairs = group === 'case' ? [...first, ...shown.case] : shown[group];
        if (pairs.length === 0) return null;
        return (
          <Stack key={group} gap="1">
            <Heading as="h4" textStyle="xs" fontWeight="semibold">
              {groups[group]}
            </Heading>
            <Pairs pairs={pairs} />
          </Stack>
        );
      })}
    </Stack>
  );
}

function chargeOf({ charged, sameAsRow, outcome }: JobRow): string {
  const words = wordsNow(jobWords);
  if (charged) return words.charged;
  if (sameAsRow !== null) return words.sameAsRow(sameAsRow);
  return outcome === 'PENDING' || outcome === 'CONFIRMING' ? words.notChargedYet : words.notCharged;
}

function howItRan(row: JobRow): string {
  const words = wordsNow(jobWords);
  const worked = row.processedAt ? words.worked(formatDateTime(row.processedAt)) : '';
  return `${worked}${words.attempts(row.attempts)}, ${chargeOf(row)}`;
}

export function RowDetails(props: { row: JobRow }) {
  const { row } = props;
  const words = useWords(jobWords);
  const { copy } = useWords(rowDetailsWords);
  // The headings and the cells are the customer's own and stay as they are in the file.
  const sent = Object.entries(row.data).map(([name, text]) => ({
    name,
    label: name,
    text: text || '–',
    copied: text,
  }));
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="5" py="2">
      <Side title={words.whatWasSent}>
        <Pairs pairs={sent} />
      </Side>
      <Side title={words.whatCameBack}>
        <CameBack row={row} />
      </Side>
      <Flex gap="3" align="center" wrap="wrap" justify="space-between" gridColumn="1 / -1">
        <Text textStyle="xs" color="fg.muted">
          {howItRan(row)}
        </Text>
        <Button size="2xs" variant="outline" colorPalette="gray" minH="6" onClick={() => void copyRow(row)}>
          <Copy aria-hidden /> {copy}
        </Button>
      </Flex>
    </Grid>
  );
}
