/** The state of a job as icon and word. */
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
import type { JobState } from '#contracts/jobs.ts';
import { StatusTag, type StatusTone } from './status-tag.tsx';

const states: Record<JobState, { label: string; tone: StatusTone; icon: LucideIcon }> = {
  draft: { label: 'Preparing', tone: 'gray', icon: Clock },
  queued: { label: 'Queued', tone: 'gray', icon: Clock },
  running: { label: 'Processing', tone: 'information', icon: LoaderCircle },
  parked: { label: 'Waiting', tone: 'attention', icon: Pause },
  collecting: { label: 'Collecting results', tone: 'information', icon: PackageCheck },
  completed: { label: 'Completed', tone: 'brand', icon: CircleCheck },
  failed: { label: 'Failed', tone: 'failure', icon: CircleX },
  cancelled: { label: 'Cancelled', tone: 'gray', icon: Ban },
};

export function JobStateTag(props: { state: JobState }) {
  const { label, tone, icon } = states[props.state];
  return <StatusTag tone={tone} icon={icon} label={label} />;
}
