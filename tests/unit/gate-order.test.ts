/** Whose turn it is at a portal's gate. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRequest, positionOf } from '#workflows/gate-order.ts';
import type { GateState, SlotRequest } from '#workflows/messages.ts';

const request = (workflowId: string, userId: string, credential = userId): SlotRequest => ({
  workflowId,
  userId,
  credential,
});
const state = (given: Partial<GateState>): GateState => ({
  waiting: [],
  holders: [],
  pause: null,
  sessionsMax: 1,
  lastServed: [],
  ...given,
});

/** Grants slots one after the other, each given back before the next: the order in which jobs get through. */
function orderOf(waiting: SlotRequest[]): string[] {
  const current = state({ waiting: [...waiting] });
  const order: string[] = [];
  while (current.waiting.length > 0) {
    const next = nextRequest(current);
    if (!next) break;
    order.push(next.workflowId);
    current.waiting = current.waiting.filter((other) => other !== next);
    current.lastServed = [...current.lastServed.filter((userId) => userId !== next.userId), next.userId];
  }
  return order;
}

describe('portal gate', () => {
  it('lets nobody in while it is paused or full', () => {
    const waiting = [request('b', 'bob')];
    const pause = { reason: 'Down.', by: 'admin', since: '2026-11-02T03:00:00.000Z' };
    expect(nextRequest(state({ waiting, pause }))).toBeUndefined();
    expect(nextRequest(state({ waiting, holders: [request('a', 'ann')] }))).toBeUndefined();
  });

  it('never lets one login onto the portal twice at a time', () => {
    const current = state({
      holders: [request('a1', 'ann')],
      waiting: [request('a2', 'ann'), request('b', 'bob')],
    });
    expect(nextRequest({ ...current, sessionsMax: 4 })?.workflowId).toBe('b');
  });

  it('is first come first served between equals', () => {
    expect(orderOf([request('a', 'ann'), request('b', 'bob'), request('c', 'cyn')])).toEqual(['a', 'b', 'c']);
  });

  it('lets a newcomer in before the second job of a customer with many', () => {
    const many = Array.from({ length: 300 }, (_, index) => request(`a${index}`, 'ann', `login${index}`));
    expect(orderOf([...many, request('b', 'bob')]).indexOf('b')).toBeLessThanOrEqual(1);
  });

  it('tells positions in the order in which the slots will come', () => {
    const waiting = [request('a1', 'ann'), request('a2', 'ann'), request('b', 'bob')];
    expect(waiting.map(({ workflowId }) => positionOf(state({ waiting }), workflowId))).toEqual([1, 3, 2]);
    expect(positionOf(state({ waiting }), 'unknown')).toBeNull();
  });

  it('serves everybody, and nobody twice', () => {
    const requests = fc.array(fc.record({ user: fc.integer({ min: 0, max: 5 }) }), { maxLength: 40 });
    fc.assert(
      fc.property(requests, (users) => {
        const waiting = users.map(({ user }, index) => request(`w${index}`, `u${user}`));
        expect(orderOf(waiting).toSorted()).toEqual(waiting.map(({ workflowId }) => workflowId).toSorted());
      }),
    );
  });
});
