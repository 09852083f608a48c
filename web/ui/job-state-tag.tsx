/** Renders the state of a job as an icon and a word. */
import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  LoaderCircle,
  Pause,
  PackageCheck,
  type LucideIcon,
} from 'lucide-react';
import type { JobState } from '#contracts/jobs/jobs.ts';
import { StatusTag, type StatusTone } from './status-tag.tsx';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

const states: Record<JobState, { tone: StatusTone; icon: LucideIcon }> = {
  draft: { tone: 'gray', icon: Clock },
  queued: { tone: 'gray', icon: Clock },
  running: { tone: 'information', icon: LoaderCircle },
  parked: { tone: 'attention', icon: Pause },
  collecting: { tone: 'information', icon: PackageCheck },
  completed: { tone: 'brand', icon: CircleCheck },
  failed: { tone: 'failure', icon: CircleX },
  cancelled: { tone: 'gray', icon: Ban },
};

export function JobStateTag(props: { state: JobState }) {
  const label = useWords(uiWords).jobStates[props.state];
  return <StatusTag {...states[props.state]} label={label} />;
}
