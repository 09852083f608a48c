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
import { pausedPortal } from './waiting.ts';

const { projectQueue, projectPause, readPause, findEndedWorkflows } =
  proxyLocalActivities<Activities>(database);

/** How often holders are looked at, so that a terminated job does not keep its slot. */
const INSPECTION_PERIOD_MS = 30_000;
const LAST_SERVED_MAX = 1_000;

export async function portalGate(input: PortalGateInput): Promise<void> {
  const { portal } = input;
  const state: GateState = input.carried ?? {
    waiting: [],
    holders: [],
    pause: null,
    sessionsMax: 0,
    lastServed: [],
  };
  let changed = false;
  let isOpen = input.carried !== undefined;
  const toTell: SlotRequest[] = [];

  const grant = (): void => {
    for (;;) {
      const next = nextRequest(state);
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
  setHandler(requestSlotUpdate, async ({ sessionsMax, ...request }) => {
    if (!isOpen) await condition(() => isOpen);
    state.sessionsMax = sessionsMax;
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
      pause: state.pause,
    };
  });
  setHandler(releaseSlotSignal, drop);
  // One after the other: what running jobs look at must agree with the gate, whoever decides at the same time.
  let decided: Promise<void> = Promise.resolve();
  const inTurn = (decide: () => Promise<void>): Promise<void> => {
    const decision = decided.then(decide);
    decided = decision.catch(() => undefined);
    return decision;
  };
  setHandler(pauseGateUpdate, (pause) =>
    inTurn(async () => {
      // A person's reason is not replaced by ours.
      if (state.pause && pause.by === 'chalan') return;
      state.pause = { ...pause, since: new Date(Date.now()).toISOString() };
      changed = true;
      await projectPause({ portal, pause: state.pause });
    }),
  );
  setHandler(resumeGateUpdate, () =>
    inTurn(async () => {
      // First what running jobs look at, so that whoever is let in finds the portal open.
      await projectPause({ portal, pause: null });
      state.pause = null;
      changed = true;
      grant();
    }),
  );

  if (!isOpen) {
    // A gate that was terminated while it was paused is paused when it is back.
    state.pause ??= await readPause({ portal });
    isOpen = true;
  }

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
      waiting: state.pause && pausedPortal(state.pause.since),
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
