/** Renders a small example of a job's rows with the product's own tags, labelled as an example. */
import { Box, Flex, Table, Text } from '@chakra-ui/react';
import { localDigits } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { OutcomeTag } from '#web/ui/outcome-tag.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { homeWords } from './words.ts';

const rows = [
  { exp: '1084-004501-2026', outcome: 'SUCCESS', credits: '0.50' },
  { exp: '1084-004502-2026', outcome: 'SUCCESS', credits: '0.50' },
  { exp: '1084-004503-2026', outcome: 'NOT_FOUND', credits: '0.50' },
  { exp: '2071-004505-2026', outcome: 'PORTAL_DOWN', credits: '0.00' },
  { exp: '2071-004506-2026', outcome: 'PENDING', credits: '' },
] as const;

export function RowPreview() {
  const words = useWords(homeWords).preview;
  return (
    <Box as="figure" bg="bg.panel" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Box px="4" py="3" borderBottomWidth="1px">
        <Flex justify="space-between" textStyle="sm" mb="2" gap="3">
          <Text fontWeight="medium">{words.service}</Text>
          <Text color="fg.muted" fontVariantNumeric="tabular-nums">
            {words.progress}
          </Text>
        </Flex>
        <ProgressBar percent={80} label={words.progressLabel} />
      </Box>
      <Table.Root size="sm" variant="line">
        <Table.Header>
          <Table.Row bg="bg.panel">
            <Table.ColumnHeader ps="4">{words.exp}</Table.ColumnHeader>
            <Table.ColumnHeader>{words.outcome}</Table.ColumnHeader>
            <Table.ColumnHeader textAlign="end" pe="4" hideBelow="sm">
              {words.credits}
            </Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((row) => (
            <Table.Row key={row.exp} bg="bg.panel">
              <Table.Cell ps="4" whiteSpace="nowrap">
                {row.exp}
              </Table.Cell>
              <Table.Cell>
                <OutcomeTag outcome={row.outcome} />
              </Table.Cell>
              <Table.Cell textAlign="end" pe="4" hideBelow="sm">
                {localDigits(row.credits)}
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
      <Text as="figcaption" textStyle="xs" color="fg.muted" px="4" py="2">
        {words.caption}
      </Text>
    </Box>
  );
}
