/** Finds the customer's saved views of the jobs by their names. */
import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { addressOfView, savedViewsQuery } from '#web/features/jobs/list/saved-views-queries.ts';
import { hasWords, searchWordsOf } from '#web/lib/search-words.ts';
import { useWords } from '#web/lib/words.ts';
import type { Findings } from './finding.ts';
import { searchWords } from './words.ts';

/** If the views cannot be read, nothing is found; the page of jobs shows the error. */
export function useViews(query: string, user: SignedInUser): Findings {
  const { groups } = useWords(searchWords);
  const { data: views = [] } = useQuery({ ...savedViewsQuery(user.id), enabled: user.emailVerified });
  const found = views.filter(({ name }) => hasWords(searchWordsOf(name), query));
  const findings = found.map(({ id, name, filters }) => ({
    id,
    label: name,
    to: addressOfView(filters),
    icon: Bookmark,
  }));
  return { name: groups.views, findings, isNamed: false };
}
