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

/** What one source found. A source that asks the server says that it still waits. */
export type Findings = { name: string; findings: readonly Finding[]; isPending?: boolean };
