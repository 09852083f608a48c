/** Shows one entry of the audit log: what was done by whom and why, with the values before and after. */
import { Box, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import type { AuditEntry } from '#contracts/calls/accounts-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { auditWords, type AuditWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';

/** The server stores actions in English. Known actions are shown in the chosen language. */
export function actionText({ actions }: AuditWords, action: string): string {
  const known: Record<string, string> = actions;
  return known[action] ?? action;
}

function Value({ value }: { value: string | number | boolean | null | undefined }) {
  const words = useWords(auditWords);
  const general = useWords(adminWords);
  if (value === null || value === undefined || value === '')
    return (
      <Text as="span" fontStyle="italic">
        {words.empty}
      </Text>
    );
  if (typeof value === 'boolean') return <>{value ? general.yes : general.no}</>;
  return <>{typeof value === 'number' ? formatNumber(value, { maximumFractionDigits: 3 }) : value}</>;
}

/** Shows one line per value: the old value struck out, and the new value. */
function Difference({ entry: { before, after } }: { entry: AuditEntry }) {
  const words = useWords(auditWords);
  const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
  // A value that was empty when something was created or removed is not shown.
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => isSaid(before?.[name]) || isSaid(after?.[name]),
  );
  if (names.length === 0) return null;
  return (
    <Grid
      as="dl"
      templateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 12rem) minmax(0, 1fr)' }}
      columnGap="4"
      rowGap="1"
      textStyle="sm"
      bg="bg.subtle"
      borderRadius="l2"
      px="3"
      py="2"
    >
      {names.map((name) => (
        <Box key={name} display="contents">
          <Text as="dt" color="fg.muted" overflowWrap="anywhere">
            {name}
          </Text>
          <Text as="dd" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {before ? (
              <Text as="del" color="fg.muted" me="2">
                <Text as="span" srOnly>
                  {words.was}{' '}
                </Text>
                <Value value={before[name]} />
              </Text>
            ) : null}
            {after ? (
              <Text as="ins" textDecoration="none" fontWeight="medium">
                <Text as="span" srOnly>
                  {words.is}{' '}
                </Text>
                <Value value={after[name]} />
              </Text>
            ) : null}
          </Text>
        </Box>
      ))}
    </Grid>
  );
}

export function Entry({ entry }: { entry: AuditEntry }) {
  const words = useWords(auditWords);
  const { admin, action, subject, subjectEmail, reason, at } = entry;
  return (
    <Stack as="li" gap="1.5" py="3" borderTopWidth="1px" _first={{ borderTopWidth: '0', pt: '0' }}>
      <Flex columnGap="3" rowGap="1" wrap="wrap" align="baseline">
        <Text fontWeight="medium" _firstLetter={{ textTransform: 'uppercase' }}>
          {actionText(words, action)}
        </Text>
        <Text textStyle="sm" overflowWrap="anywhere" minW="0">
          {subjectEmail ?? subject}
        </Text>
        <Text textStyle="xs" color="fg.muted" ms={{ sm: 'auto' }} whiteSpace="nowrap">
          {formatDateTime(at)}
        </Text>
      </Flex>
      <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        {admin.email ? `${admin.name}, ${admin.email}` : admin.id === words.system ? admin.id : words.deleted}
        {reason ? `: ${reason}` : ''}
      </Text>
      <Difference entry={entry} />
    </Stack>
  );
}
