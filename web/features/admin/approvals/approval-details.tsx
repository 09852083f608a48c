/** Shows one request: what was requested, for whom, by whom and why, and its result. */
import { Flex, Stack, Text } from '@chakra-ui/react';
import { Ban, CircleCheck, Clock, TriangleAlert, Undo2, type LucideIcon } from 'lucide-react';
import type { Approval } from '#contracts/calls/accounts-answers.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { serviceName } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { DetailList } from '#web/features/admin/detail-list.tsx';
import { formatAmountChange } from './amount-change.ts';
import { approvalWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';

const looks: Record<Approval['state'], { tone: StatusTone; icon: LucideIcon }> = {
  open: { tone: 'attention', icon: Clock },
  confirmed: { tone: 'brand', icon: CircleCheck },
  refused: { tone: 'failure', icon: Ban },
  withdrawn: { tone: 'gray', icon: Undo2 },
  expired: { tone: 'gray', icon: Clock },
};

/** The prefix of a service's price in the audit log. */
const COST_PREFIX = 'cost.';

function useValues({ values }: Approval): [string, string][] {
  const words = useWords(approvalWords);
  const general = useWords(adminWords);
  const names: Record<string, string> = words.values;
  const text = (value: Approval['values'][string]): string => {
    if (typeof value === 'boolean') return value ? general.yes : general.no;
    return typeof value === 'number' ? formatDecimals(value) : formatAmountChange(value ?? '');
  };
  const label = (name: string): string =>
    name.startsWith(COST_PREFIX)
      ? words.costOf(serviceName(name.slice(COST_PREFIX.length), name))
      : (names[name] ?? name);
  return Object.entries(values).map(([name, value]) => [label(name), text(value ?? null)]);
}

export function ApprovalDetails({ approval }: { approval: Approval }) {
  const words = useWords(approvalWords);
  const { kind, state, subject, subjectEmail, requestedBy, decidedBy, decidedAt, decisionReason } = approval;
  const values = useValues(approval);
  const about: [string, string][] = kind === 'settings' ? [] : [[words.about, subjectEmail ?? subject]];
  const decision = [
    decidedBy && decidedAt ? words.decidedBy(decidedBy.name, formatDateTime(decidedAt)) : null,
    decisionReason,
  ].filter(Boolean);
  return (
    <Stack gap="2">
      <Flex gap="2" align="center" wrap="wrap">
        <Text fontWeight="medium">{words.kinds[kind]}</Text>
        {approval.isUnfinished ? (
          <StatusTag tone="attention" icon={TriangleAlert} label={words.unfinished} />
        ) : (
          <StatusTag {...looks[state]} label={words.states[state]} />
        )}
      </Flex>
      <Text textStyle="xs" color="fg.muted">
        {[
          words.askedBy(requestedBy.name, formatDateTime(approval.requestedAt)),
          ...(state === 'open' ? [words.expires(formatDateTime(approval.expiresAt))] : []),
        ].join(' · ')}
      </Text>
      <DetailList
        details={[
          ...about,
          ...values,
          [words.reason, approval.reason],
          ...(decision.length > 0 ? [[words.states[state], decision.join(': ')] as [string, string]] : []),
        ]}
      />
    </Stack>
  );
}
