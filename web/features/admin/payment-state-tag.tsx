/** The state of a bKash payment as icon and word. */
import { CircleCheck, CircleHelp, CircleX, Clock, Hand, Undo2, type LucideIcon } from 'lucide-react';
import type { AttemptState } from '#contracts/payments.ts';
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx';

const looks: Record<AttemptState, { label: string; tone: StatusTone; icon: LucideIcon }> = {
  new: { label: 'New', tone: 'gray', icon: Clock },
  initiated: { label: 'Waiting for payer', tone: 'information', icon: Clock },
  executing: { label: 'Executing', tone: 'information', icon: Clock },
  unknown: { label: 'Unknown', tone: 'attention', icon: CircleHelp },
  paid: { label: 'Paid', tone: 'brand', icon: CircleCheck },
  duplicate: { label: 'Paid twice', tone: 'attention', icon: Undo2 },
  failed: { label: 'Failed', tone: 'failure', icon: CircleX },
  cancelled: { label: 'Cancelled', tone: 'gray', icon: CircleX },
  expired: { label: 'Expired', tone: 'gray', icon: CircleX },
  held: { label: 'Held', tone: 'attention', icon: Hand },
  refunded: { label: 'Refunded', tone: 'gray', icon: Undo2 },
};

export const stateLabel = (state: AttemptState): string => looks[state].label;

export function PaymentStateTag(props: { state: AttemptState }) {
  return <StatusTag {...looks[props.state]} />;
}
