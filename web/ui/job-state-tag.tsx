/** Renders the state of a job as an icon and a word. */
import { Ban, CircleCheck, CircleDashed, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ShownState } from '#contracts/jobs/shown-state.ts';
import { StatusTag, type StatusTone } from './status-tag.tsx';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

const states: Record<ShownState, { tone: StatusTone; icon: LucideIcon }> = {
  waiting: { tone: 'gray', icon: Clock },
  running: { tone: 'information', icon: LoaderCircle },
  partly_done: { tone: 'attention', icon: CircleDashed },
  done: { tone: 'brand', icon: CircleCheck },
  failed: { tone: 'failure', icon: CircleX },
  cancelled: { tone: 'gray', icon: Ban },
};

export function JobStateTag(props: { state: ShownState }) {
  const label = useWords(uiWords).jobStates[props.state];
  return <StatusTag {...states[props.state]} label={label} />;
}
