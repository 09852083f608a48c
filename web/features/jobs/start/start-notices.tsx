/** Shows the price of a checked file, and what stands in the way of its start. */
import { Box, Button, Flex, Stack, Text } from '@chakra-ui/react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import { refusalText } from '#web/lib/messages.ts';
import { creditsText } from '#web/lib/money.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { requestBuyCredits } from '#web/features/payments/purchase-request.ts';
import { covers } from './start-reason.ts';
import { startWords } from './words.ts';

function Price(props: { preview: Preview; unit: 'row' | 'file'; user: User }) {
  const words = useWords(startWords);
  const { billableRows, repeatedRows, costPerRow, totalCredits } = props.preview;
  const { unit, user } = props;
  const lines = [
    [
      repeatedRows > 0
        ? words.priceOfDifferent(billableRows + repeatedRows, billableRows, formatDecimals(costPerRow))
        : words.price(billableRows, unit, formatDecimals(costPerRow)),
      creditsText(totalCredits),
    ],
    [words.balance, user.isAdmin ? words.unlimited : creditsText(user.credits)],
  ] as const;
  return (
    <Box as="dl" textStyle="sm" fontVariantNumeric="tabular-nums">
      {lines.map(([label, value]) => (
        <Flex key={label} justify="space-between" gap="4">
          <Text as="dt" color="fg.muted">
            {label}
          </Text>
          <Text as="dd" fontWeight="medium" whiteSpace="nowrap">
            {value}
          </Text>
        </Flex>
      ))}
    </Box>
  );
}

function CredentialsWarning(props: { onConfigure: () => void }) {
  const words = useWords(startWords);
  return (
    <Notice
      tone="warning"
      title={words.credentialsRequired}
      action={
        <Button size="xs" variant="outline" colorPalette="gray" onClick={props.onConfigure}>
          {words.configure}
        </Button>
      }
    >
      {words.credentialsWhy}
    </Notice>
  );
}

function CreditsShort({ missing }: { missing: number }) {
  const words = useWords(startWords);
  return (
    <Notice
      tone="error"
      action={
        <Button size="xs" variant="outline" colorPalette="gray" onClick={() => requestBuyCredits(missing)}>
          {words.buyCredits}
        </Button>
      }
    >
      {refusalText('INSUFFICIENT_CREDITS')}
    </Notice>
  );
}

function StartedBefore() {
  const words = useWords(startWords);
  return (
    <Notice
      tone="warning"
      title={words.startedBefore}
      action={
        <RouteLink to={paths.jobs} textStyle="sm">
          {words.openJobs}
        </RouteLink>
      }
    >
      {words.startedBeforeWhy}
    </Notice>
  );
}

/** Renders the price of a checked file, and what the customer must see or do before the start. */
export function StartNotices(props: {
  preview: Preview | null;
  unit: 'row' | 'file';
  user: User;
  isLoginMissing: boolean;
  isStartedBefore: boolean;
  onSaveLogin: () => void;
}) {
  const { preview, unit, user, isLoginMissing, isStartedBefore, onSaveLogin } = props;
  return (
    <Stack gap="3" pt="5" ps={{ md: '9' }}>
      {isLoginMissing ? <CredentialsWarning onConfigure={onSaveLogin} /> : null}
      {isStartedBefore ? <StartedBefore /> : null}
      {preview ? <Price preview={preview} unit={unit} user={user} /> : null}
      {preview && !covers(user, preview.totalCredits) ? (
        <CreditsShort missing={preview.totalCredits - user.credits} />
      ) : null}
    </Stack>
  );
}
