/** Defines what a source of the search answers. */
import type { LucideIcon } from 'lucide-react';
import { hasWords, searchWordsOf } from '#web/lib/search-words.ts';

export type Finding = {
  /** Unique among all findings. */
  id: string;
  label: string;
  /** Where it belongs, in small print. */
  detail?: string | undefined;
  to: string;
  icon: LucideIcon;
};

/** What one source found. */
export type Findings = { name: string; findings: readonly Finding[] };

export const isCalled = (label: string, query: string): boolean => hasWords(searchWordsOf(label), query);
