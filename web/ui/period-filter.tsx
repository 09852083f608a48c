/** Filters a list by its most recent days. */
import { periods, type Period } from '#web/lib/periods.ts';
import { useWords } from '#web/lib/words.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { uiWords } from './words.ts';

export function PeriodFilter(props: { value: Period; onChange: (period: Period) => void }) {
  const words = useWords(uiWords);
  const choices = periods.map((value) => ({ value, label: words.periods[value] }));
  return <ChoiceFilter label={words.period} choices={choices} {...props} />;
}
