/** Says how many rows a run of a schedule has, and what it costs. */
import { Text } from '@chakra-ui/react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { RunPrice } from '#contracts/calls/integrations-answers.ts';
import { errorText } from '#web/lib/messages.ts';
import { creditsText } from '#web/lib/money.ts';
import { useWords } from '#web/lib/words.ts';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { schedulePriceQuery } from './queries.ts';
import { scheduleWords } from './words.ts';

/** Before a schedule is created; nothing is shown before there are rows to check. */
export function NewRunPrice({ price }: { price: UseQueryResult<RunPrice> }) {
  const words = useWords(scheduleWords);
  const user = useUser();
  if (price.isLoading) return <LoadingLines lines={1} label={words.pricing} />;
  if (!price.data) return <LoadFailure title={words.priceFailed} query={price} />;
  const { rows, credits } = price.data;
  return (
    <Text fontWeight="medium">
      {words.eachRun(rows, creditsText(credits))}{' '}
      {user.isAdmin ? null : words.balance(creditsText(user.credits))}
    </Text>
  );
}

/** In the list, where a price that is not known yet must not move the lines below it. */
export function ListedRunPrice({ scheduleId }: { scheduleId: string }) {
  const words = useWords(scheduleWords);
  const price = useQuery(schedulePriceQuery(scheduleId));
  const known = price.data && words.eachRun(price.data.rows, creditsText(price.data.credits));
  return (
    <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
      {known ?? (price.isError ? `${words.priceFailed} ${errorText(price.error)}` : `${words.pricing}…`)}
    </Text>
  );
}
