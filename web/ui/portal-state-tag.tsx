/** How a portal does, as icon and word. */
import { CircleCheck, CirclePause, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { PortalBoardState } from '#contracts/portals.ts';
import { StatusTag, type StatusTone } from './status-tag.tsx';

const looks: Record<PortalBoardState, { label: string; tone: StatusTone; icon: LucideIcon }> = {
  up: { label: 'Up', tone: 'brand', icon: CircleCheck },
  degraded: { label: 'Degraded', tone: 'attention', icon: TriangleAlert },
  down: { label: 'Down', tone: 'failure', icon: CircleX },
  paused: { label: 'Paused', tone: 'attention', icon: CirclePause },
};

export function PortalStateTag(props: { state: PortalBoardState }) {
  return <StatusTag {...looks[props.state]} />;
}
