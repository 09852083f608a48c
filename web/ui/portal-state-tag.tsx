/** Renders the state of a portal as an icon and a word. */
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Moon,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { PortalBoardState } from '#contracts/portals/portal-status.ts';
import { StatusTag, type StatusTone } from './status-tag.tsx';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

const looks: Record<PortalBoardState, { tone: StatusTone; icon: LucideIcon }> = {
  up: { tone: 'brand', icon: CircleCheck },
  degraded: { tone: 'attention', icon: TriangleAlert },
  down: { tone: 'failure', icon: CircleX },
  paused: { tone: 'attention', icon: CirclePause },
  closed: { tone: 'gray', icon: Moon },
  notConnected: { tone: 'gray', icon: CircleDashed },
};

export function PortalStateTag(props: { state: PortalBoardState }) {
  const label = useWords(uiWords).portalStates[props.state];
  return <StatusTag {...looks[props.state]} label={label} />;
}
