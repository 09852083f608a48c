/** Defines what a source of the search returns. */
import type { LucideIcon } from 'lucide-react';

export type Finding = {
  /** Unique among all findings. */
  id: string;
  label: string;
  /** Small print that says where it belongs. */
  detail?: string | undefined;
  to: string;
  icon: LucideIcon;
};

/** The findings of one source, the best first. `isNamed`: the name of the first one equals the typed text. */
export type Findings = { name: string; findings: readonly Finding[]; isNamed: boolean };
