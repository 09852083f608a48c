/** Defines what a source of the search answers. */
import type { LucideIcon } from 'lucide-react';

export type Finding = {
  /** Unique among all findings. */
  id: string;
  label: string;
  /** Where it belongs, in small print. */
  detail?: string | undefined;
  to: string;
  icon: LucideIcon;
};

/** What one source found, the best first. `isNamed` says that the first one is called what was typed. */
export type Findings = { name: string; findings: readonly Finding[]; isNamed: boolean };
