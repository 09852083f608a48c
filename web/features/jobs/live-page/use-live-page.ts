/** Takes control of a live page, receives its pictures, and sends the customer's inputs. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { LiveFrameEvent, LiveInput, LiveStateEvent } from '#contracts/jobs/live-pages.ts';
import { ApiError } from '#web/lib/client.ts';
import { isSignedOut } from '#web/lib/refused-changes.ts';
import { createInputQueue, type InputQueue } from './input-queue.ts';
import { liveAddress, sendInputs, takeControl, type LiveRef } from './queries.ts';

/** `taken` means that another window has control, `over` that the question has ended. */
type LivePhase = 'closed' | 'opening' | 'open' | 'lost' | 'taken' | 'over';

export type LiveControl = {
  phase: LivePhase;
  frame: LiveFrameEvent | null;
  /** How often the customer pressed "done" too early. */
  refusals: number;
  error: unknown;
  open: (takeOver: boolean) => void;
  act: (input: LiveInput) => void;
};

const openAgainMs = 2_000;

const phaseOf = (error: unknown): LivePhase | null => {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'LIVE_PAGE_TAKEN') return 'taken';
  return code === 'CHALLENGE_OVER' || code === 'NOT_FOUND' ? 'over' : null;
};

/** The job whose page was opened in this window. Its next page, such as that of the next row, opens automatically. */
let workedOn = '';

export function useLivePage({ jobId, challengeId }: LiveRef): LiveControl {
  const [phase, setPhase] = useState<LivePhase>(() => (workedOn === jobId ? 'opening' : 'closed'));
  const [control, setControl] = useState<string | null>(null);
  const [frame, setFrame] = useState<LiveFrameEvent | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const queue = useRef<InputQueue | null>(null);

  const fail = useCallback((failure: unknown) => {
    const next = phaseOf(failure);
    if (next) {
      if (next === 'taken') workedOn = '';
      setPhase(next);
      setControl(null);
    } else if (!isSignedOut(failure)) setError(failure);
  }, []);

  const connect = useCallback(
    (takeOver: boolean) => {
      workedOn = jobId;
      takeControl({ jobId, challengeId }, takeOver).then(setControl, (failure: unknown) => {
        setPhase('closed');
        fail(failure);
      });
    },
    [jobId, challengeId, fail],
  );
  const open = (takeOver: boolean): void => {
    setPhase('opening');
    setError(null);
    connect(takeOver);
  };
  useEffect(() => {
    if (workedOn === jobId) connect(true);
  }, [connect, jobId]);

  useEffect(() => {
    if (control === null) return undefined;
    const inputs = createInputQueue(
      (sent, number) => sendInputs({ jobId, challengeId }, control, number, sent),
      fail,
    );
    queue.current = inputs;
    const stopWatching = watch(liveAddress({ jobId, challengeId }, control), {
      onFrame: setFrame,
      onState: (state) => setRefusals(state.refusals),
      onPhase: (next) => {
        setPhase(next);
        if (next === 'taken') workedOn = '';
        if (next === 'taken' || next === 'over') setControl(null);
      },
    });
    return () => {
      queue.current = null;
      inputs.stop();
      stopWatching();
    };
  }, [control, jobId, challengeId, fail]);

  const act = useCallback((input: LiveInput) => {
    setError(null);
    queue.current?.add(input);
  }, []);
  return { phase, frame, refusals, error, open, act };
}

type Watcher = {
  onFrame: (frame: LiveFrameEvent) => void;
  onState: (state: LiveStateEvent) => void;
  onPhase: (phase: LivePhase) => void;
};

/** Listens while the window is visible, until the returned function is called or the server ends it. */
function watch(address: string, { onFrame, onState, onPhase }: Watcher): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = (): void => {
    close();
    if (hasEnded) return;
    source = new EventSource(address);
    source.addEventListener('open', () => onPhase('open'));
    source.addEventListener('frame', (event: MessageEvent<string>) =>
      onFrame(JSON.parse(event.data) as LiveFrameEvent),
    );
    source.addEventListener('state', (event: MessageEvent<string>) =>
      onState(JSON.parse(event.data) as LiveStateEvent),
    );
    source.addEventListener('end', ({ data }: MessageEvent<string>) => {
      hasEnded = true;
      close();
      onPhase(data === 'taken' ? 'taken' : 'over');
    });
    source.addEventListener('error', ({ target }) => {
      // The browser reconnects by itself after a lost connection, but not after a refusal by the server.
      if (!(target instanceof EventSource) || target.readyState !== EventSource.CLOSED) return;
      onPhase('lost');
      close();
      timer = setTimeout(open, openAgainMs);
    });
  };
  const follow = (): void => (document.visibilityState === 'visible' ? open() : close());
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    hasEnded = true;
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}
