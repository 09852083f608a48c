/** How a row ended, in everyday words. */
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
  SearchX,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { JobRow } from '#contracts/jobs.ts';
import { StatusTag, type StatusTone } from './status-tag.tsx';

type Outcome = JobRow['outcome'];

const outcomes: Record<Outcome, { label: string; tone: StatusTone; icon: LucideIcon }> = {
  PENDING: { label: 'Waiting', tone: 'gray', icon: CircleDashed },
  SUCCESS: { label: 'Done', tone: 'brand', icon: CircleCheck },
  ALREADY_DONE: { label: 'Already done', tone: 'brand', icon: CircleCheck },
  NOT_FOUND: { label: 'Not found', tone: 'information', icon: SearchX },
  REJECTED: { label: 'Refused by the portal', tone: 'attention', icon: Ban },
  INPUT_INVALID: { label: 'Error in the row', tone: 'failure', icon: CircleAlert },
  CONFLICT: { label: 'Conflict', tone: 'attention', icon: CircleAlert },
  CREDENTIALS_INVALID: { label: 'Login refused', tone: 'failure', icon: KeyRound },
  ACCOUNT_LOCKED: { label: 'Account locked', tone: 'failure', icon: KeyRound },
  HUMAN_REQUIRED: { label: 'Needs a person', tone: 'attention', icon: UserRound },
  SESSION_EXPIRED: { label: 'Session ended', tone: 'failure', icon: Clock },
  PORTAL_BUSY: { label: 'Portal busy', tone: 'failure', icon: Clock },
  PORTAL_DOWN: { label: 'Portal down', tone: 'failure', icon: CircleX },
  TIMEOUT: { label: 'Timed out', tone: 'failure', icon: Clock },
  UNCERTAIN: { label: 'Not certain', tone: 'attention', icon: CircleHelp },
  PORTAL_CHANGED: { label: 'Portal changed', tone: 'failure', icon: CircleX },
  BAD_DOWNLOAD: { label: 'Document unusable', tone: 'failure', icon: CircleX },
  CANCELLED: { label: 'Cancelled', tone: 'gray', icon: CircleSlash },
  INTERNAL_ERROR: { label: 'Internal error', tone: 'failure', icon: CircleX },
};

export function OutcomeTag(props: { outcome: Outcome }) {
  const { label, tone, icon } = outcomes[props.outcome];
  return <StatusTag tone={tone} icon={icon} label={label} />;
}
