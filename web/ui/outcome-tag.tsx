/** Renders the outcome of a row as an icon and everyday words. */
import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  CircleX,
  Clock,
  KeyRound,
  SearchCheck,
  SearchX,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { StatusTag, type StatusTone } from './status-tag.tsx';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

type Outcome = JobRow['outcome'];

const outcomes: Record<Outcome, { tone: StatusTone; icon: LucideIcon }> = {
  PENDING: { tone: 'gray', icon: CircleDashed },
  CONFIRMING: { tone: 'attention', icon: SearchCheck },
  SUCCESS: { tone: 'brand', icon: CircleCheck },
  ALREADY_DONE: { tone: 'brand', icon: CircleCheck },
  NOT_FOUND: { tone: 'information', icon: SearchX },
  REJECTED: { tone: 'attention', icon: Ban },
  INPUT_INVALID: { tone: 'failure', icon: CircleAlert },
  CONFLICT: { tone: 'attention', icon: CircleAlert },
  CREDENTIALS_INVALID: { tone: 'failure', icon: KeyRound },
  ACCOUNT_LOCKED: { tone: 'failure', icon: KeyRound },
  HUMAN_REQUIRED: { tone: 'attention', icon: UserRound },
  SESSION_EXPIRED: { tone: 'failure', icon: Clock },
  PORTAL_BUSY: { tone: 'failure', icon: Clock },
  PORTAL_DOWN: { tone: 'failure', icon: CircleX },
  TIMEOUT: { tone: 'failure', icon: Clock },
  UNCERTAIN: { tone: 'attention', icon: CircleHelp },
  PORTAL_CHANGED: { tone: 'failure', icon: CircleX },
  BAD_DOWNLOAD: { tone: 'failure', icon: CircleX },
  CANCELLED: { tone: 'gray', icon: CircleSlash },
  INTERNAL_ERROR: { tone: 'failure', icon: CircleX },
};

export function OutcomeTag(props: { outcome: Outcome }) {
  const label = useWords(uiWords).outcomes[props.outcome];
  return <StatusTag {...outcomes[props.outcome]} label={label} />;
}
