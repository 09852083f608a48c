/** Renders the state of a bKash payment as an icon and a word. */
import { CircleCheck, CircleHelp, CircleX, Clock, Hand, Undo2, type LucideIcon } from 'lucide-react';
import type { AttemptState } from '#contracts/payments/payments.ts';
import { StatusTag, type StatusTone } from '#web/ui/status-tag.tsx';
import { useWords } from '#web/lib/words.ts';
import { adminPaymentWords } from './words.ts';

const looks: Record<AttemptState, { tone: StatusTone; icon: LucideIcon }> = {
  new: { tone: 'gray', icon: Clock },
  initiated: { tone: 'information', icon: Clock },
  executing: { tone: 'information', icon: Clock },
  unknown: { tone: 'attention', icon: CircleHelp },
  paid: { tone: 'brand', icon: CircleCheck },
  duplicate: { tone: 'attention', icon: Undo2 },
  failed: { tone: 'failure', icon: CircleX },
  cancelled: { tone: 'gray', icon: CircleX },
  expired: { tone: 'gray', icon: CircleX },
  held: { tone: 'attention', icon: Hand },
  refunded: { tone: 'gray', icon: Undo2 },
};

export function PaymentStateTag(props: { state: AttemptState }) {
  const label = useWords(adminPaymentWords).states[props.state];
  return <StatusTag {...looks[props.state]} label={label} />;
}
