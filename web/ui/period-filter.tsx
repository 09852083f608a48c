/** The filter of a list by its last days. */
import { periodLabels, periods, type Period } from '../lib/periods.ts';
import { ChoiceFilter } from './choice-filter.tsx';

const choices = periods.map((value) => ({ value, label: periodLabels[value] }));

export function PeriodFilter(props: { value: Period; onChange: (period: Period) => void }) {
  return <ChoiceFilter label="Period" choices={choices} {...props} />;
}
