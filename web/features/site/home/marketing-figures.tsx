/** Renders a row of the public figures. Without figures it renders nothing. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FigureName } from '#contracts/site/pages.ts';
import { localDigits } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { KeyFigures, type KeyFigure } from '#web/ui/key-figures.tsx';
import { call } from '#web/lib/client.ts';
import { figuresWords } from './figures-words.ts';

const staleMs = 10 * 60_000;

/** Texts from the administrators, or measured values. */
export const figuresQuery = queryOptions({
  queryKey: ['marketing-figures'],
  queryFn: ({ signal }) => call('GET /api/marketing-figures', { signal }),
  staleTime: staleMs,
});

export function MarketingFigures(props: { names: readonly FigureName[] }) {
  const { names } = props;
  const words = useWords(figuresWords);
  const { data, isPending, isError } = useQuery(figuresQuery);
  if (isError && !data) return null;
  const figures = names.flatMap((name): KeyFigure[] => {
    const label = words[name];
    if (!data) return name in instead ? [] : [{ label, value: undefined }];
    const known = data.figures.find((figure) => figure.name === name);
    return known ? [{ label, value: localDigits(known.value) }] : [];
  });
  return <KeyFigures figures={figures} loading={isPending} />;
}

/** Measured figures that replace texts. Until it is known which are shown, each pair takes only one place. */
const instead: Partial<Record<FigureName, FigureName>> = {
  rowsDone: 'dailyProcesses',
  customers: 'businesses',
};
