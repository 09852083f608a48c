/** Whose turn it is at a portal's gate: pure, so that fairness can be tested by itself. */
import type { GateState, SlotRequest } from './messages.ts';

/** The request that gets the next free slot, or none while the portal is full, paused, or nobody may enter. */
export function nextRequest(state: GateState): SlotRequest | undefined {
  if (state.pause || state.holders.length >= state.sessionsMax) return undefined;
  const busy = new Set(state.holders.map((holder) => holder.credential));
  const ready = state.waiting.filter((request) => !busy.has(request.credential));
  return inTurn(state, ready)[0];
}

/** 1 for the next in line; null for a request that is not waiting. */
export function positionOf(state: GateState, workflowId: string): number | null {
  const index = inTurn(state, state.waiting).findIndex((request) => request.workflowId === workflowId);
  return index < 0 ? null : index + 1;
}

/**
 * Customers with fewer slots first, then those whose last slot is longest ago, then first come first served. A
 * customer's second waiting request stands behind every other customer's first.
 */
function inTurn(state: GateState, requests: SlotRequest[]): SlotRequest[] {
  const held = countBy(state.holders);
  const ahead = new Map<string, number>();
  const entries = requests.map((request, arrival) => {
    const own = ahead.get(request.userId) ?? 0;
    ahead.set(request.userId, own + 1);
    return {
      request,
      arrival,
      load: (held.get(request.userId) ?? 0) + own,
      served: state.lastServed.indexOf(request.userId),
    };
  });
  return entries
    .sort((a, b) => a.load - b.load || a.served - b.served || a.arrival - b.arrival)
    .map((entry) => entry.request);
}

function countBy(requests: SlotRequest[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { userId } of requests) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  return counts;
}
