/**
 * Renders the empty state of a list of purchases or credits: a button that clears the filters, or one that buys
 * credits. Administrators buy none, because theirs are unlimited.
 */
import { Button } from '@chakra-ui/react';
import { FilterX, type LucideIcon } from 'lucide-react';
import { EmptyState } from '#web/ui/states.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { requestBuyCredits } from './purchase-request.ts';

export function NoPurchases(props: {
  words: { noneMatches: string; showAll: string; none: string; noneHint: string; buyCredits: string };
  icon: LucideIcon;
  /** True if filters may hide existing records. */
  filtered: boolean;
  onClear: () => void;
}) {
  const { words, icon, filtered, onClear } = props;
  const { isAdmin } = useUser();
  if (filtered)
    return (
      <EmptyState icon={FilterX} title={words.noneMatches}>
        <Button size="xs" variant="outline" colorPalette="gray" mt="2" onClick={onClear}>
          {words.showAll}
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title={words.none}>
      {words.noneHint}
      {isAdmin ? null : (
        <>
          <br />
          <Button size="sm" mt="3" onClick={() => requestBuyCredits()}>
            {words.buyCredits}
          </Button>
        </>
      )}
    </EmptyState>
  );
}
