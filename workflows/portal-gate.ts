/** One gate per portal: at most N sessions, one per login, first come first served but fair between customers. */
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  getExternalWorkflowHandle,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import { nextRequest, positionOf } from './gate-order.ts';
import {
  gateStateQuery,
  pauseGateUpdate,
  releaseSlotSignal,
  requestSlotUpdate,
  resumeGateUpdate,
  slotGrantedSignal,
  type GateState,
  type PortalGateInput,
  type SlotRequest,
} from './messages.ts';
import { database } from './policies.ts';

const { projectQueue, findEndedWorkflows } = proxyLocalActivities<Activities>(database);

/** How often holders are looked at, so that a terminated job does not keep its slot. */
const INSPECTION_PERIOD_MS = 30_000;
const LAST_SERVED_MAX = 1_000;

export async function portalGate(input: PortalGateInput): Promise<void> {
  const state: GateState = input.carried ?? { waiting: [], holders: [], paused: false, lastServed: [] };
  let changed = false;
  const toTell: SlotRequest[] = [];

  const grant = (): void => {
    for (;;) {
      const next = nextRequest(state, input.sessionsMax);
      if (!next) return;
      state.waiting = state.waiting.filter((request) => request !== next);
      state.holders.push(next);
      state.lastServed = [...state.lastServed.filter((userId) => userId !== next.userId), next.userId].slice(
        -LAST_SERVED_MAX,
      );
      toTell.push(next);
      changed = true;
    }
  };
  const drop = (workflowId: string): void => {
    state.holders = state.holders.filter((holder) => holder.workflowId !== workflowId);
    state.waiting = state.waiting.filter((request) => request.workflowId !== workflowId);
    changed = true;
    grant();
  };

  setHandler(gateStateQuery, () => state);
  setHandler(requestSlotUpdate, (request) => {
    const known = [...state.holders, ...state.waiting].some(
      (other) => other.workflowId === request.workflowId,
    );
    if (!known) {
      state.waiting.push(request);
      changed = true;
      grant();
    }
    const granted = state.holders.some((holder) => holder.workflowId === request.workflowId);
    return {
      granted,
      position: granted ? null : positionOf(state, request.workflowId),
      paused: state.paused,
    };
  });
  setHandler(releaseSlotSignal, drop);
  setHandler(pauseGateUpdate, () => {
    state.paused = true;
    changed = true;
  });
  setHandler(resumeGateUpdate, () => {
    state.paused = false;
    changed = true;
    grant();
  });

  let inspectAtMs = Date.now() + INSPECTION_PERIOD_MS;
  // Whoever got a slot last hears of it before the gate continues as a new run.
  while (changed || !workflowInfo().continueAsNewSuggested) {
    if (state.holders.length + state.waiting.length === 0) {
      await condition(() => changed);
      inspectAtMs = Date.now() + INSPECTION_PERIOD_MS;
    } else {
      // By the clock, not by the quiet: a busy gate is inspected too.
      await condition(() => changed, Math.max(1, inspectAtMs - Date.now()));
    }
    if (Date.now() >= inspectAtMs) {
      inspectAtMs = Date.now() + INSPECTION_PERIOD_MS;
      const ids = [...state.holders, ...state.waiting].map((request) => request.workflowId);
      for (const workflowId of await findEndedWorkflows({ workflowIds: ids })) drop(workflowId);
    }
    if (!changed) continue;
    changed = false;
    await Promise.all(toTell.splice(0).map((holder) => tell(holder, drop)));
    await projectQueue({
      paused: state.paused,
      positions: state.waiting.map((request) => ({
        workflowId: request.workflowId,
        position: positionOf(state, request.workflowId) ?? 1,
      })),
    });
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof portalGate>({ ...input, carried: state });
}

/** A holder that has ended meanwhile gives its slot to the next. */
async function tell(holder: SlotRequest, drop: (workflowId: string) => void): Promise<void> {
  try {
    await getExternalWorkflowHandle(holder.workflowId).signal(slotGrantedSignal);
  } catch {
    drop(holder.workflowId);
  }
}
