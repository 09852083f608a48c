/** The picture of a live page: clicks, drags and keys on it become inputs in the page's own pixels. */
import { Box } from '@chakra-ui/react';
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import type { LiveFrameEvent, LiveInput } from '#contracts/jobs/live-pages.ts';
import { limits } from '#contracts/limits.ts';
import { useWords } from '#web/lib/words.ts';
import { livePageWords } from './words.ts';

type Point = { x: number; y: number };
type Key = Extract<LiveInput, { act: 'key' }>['key'];

/** Keys that are sent by name. Tab is not among them: it leaves the picture, as everywhere on the page. */
const namedKeys: Partial<Record<string, Key>> = {
  Enter: 'Enter',
  Backspace: 'Backspace',
  Delete: 'Delete',
  ArrowLeft: 'ArrowLeft',
  ArrowRight: 'ArrowRight',
  ArrowUp: 'ArrowUp',
  ArrowDown: 'ArrowDown',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  ' ': 'Space',
};
/** A pointer that moves less than this many screen pixels between press and release is a click. */
const dragPxMin = 6;

type Props = {
  frame: LiveFrameEvent;
  /** Width of the picture, as a multiple of its frame's. */
  zoom: number;
  /** Whether a finger drags on the page instead of moving the picture. */
  dragsByTouch: boolean;
  onAct: (input: LiveInput) => void;
};

export function LiveScreen({ frame, zoom, dragsByTouch, onAct }: Props) {
  const words = useWords(livePageWords);
  const frameBox = useCentreKept(zoom);
  const path = useRef<Point[]>([]);

  const pointOf = (event: MouseEvent<HTMLElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = frame.widthPx / box.width;
    const within = (value: number, most: number): number => Math.round(Math.max(0, Math.min(value, most)));
    return {
      x: within((event.clientX - box.left) * scale, frame.widthPx - 1),
      y: within((event.clientY - box.top) * scale, frame.heightPx - 1),
    };
  };
  const drags = (event: PointerEvent): boolean =>
    event.pointerType === 'touch' ? dragsByTouch : event.button <= 0;

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (!drags(event)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    path.current = [pointOf(event)];
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (path.current.length > 0) path.current.push(pointOf(event));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    const moved = path.current;
    path.current = [];
    if (isDrag(moved, frame.widthPx / event.currentTarget.clientWidth))
      onAct({ act: 'drag', path: thinned(moved) });
    else if (moved.length > 0) onAct({ act: 'click', ...pointOf(event) });
  };
  /** Handles a tap, unless it moved the picture. A mouse has already clicked on release. */
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent;
    if (pointerType === 'touch' && !dragsByTouch) onAct({ act: 'click', ...pointOf(event) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = namedKeys[event.key];
    const isCharacter = [...event.key].length === 1;
    if (!key && !isCharacter) return;
    event.preventDefault();
    onAct(key ? { act: 'key', key } : { act: 'type', text: event.key });
  };

  return (
    <Box
      ref={frameBox}
      overflow="auto"
      maxH="70vh"
      borderWidth="1px"
      bg="white"
      overscrollBehavior="contain"
      tabIndex={0}
      role="application"
      aria-label={words.picture}
      onKeyDown={onKeyDown}
      _focusVisible={{ outline: '2px solid', outlineColor: 'colorPalette.focusRing', outlineOffset: '2px' }}
    >
      <Box
        position="relative"
        style={{ width: `${zoom * 100}%`, aspectRatio: `${frame.widthPx} / ${frame.heightPx}` }}
        touchAction={dragsByTouch ? 'none' : 'pan-x pan-y'}
        userSelect="none"
        cursor="crosshair"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          path.current = [];
        }}
        onClick={onClick}
        data-live-picture
      >
        <img
          src={`data:image/jpeg;base64,${frame.jpeg}`}
          alt=""
          draggable={false}
          style={{ width: '100%', height: '100%', display: 'block' }}
        />
      </Box>
    </Box>
  );
}

function isDrag(path: readonly Point[], scale: number): boolean {
  const [start] = path;
  if (!start) return false;
  return path.some(({ x, y }) => Math.hypot(x - start.x, y - start.y) > dragPxMin * scale);
}

/** Drops points of a long path, but keeps its ends. */
function thinned(path: readonly Point[]): Point[] {
  const step = Math.ceil(path.length / (limits.liveDragPointsMax - 1));
  const last = path.at(-1);
  return [...path.slice(0, -1).filter((_, index) => index % step === 0), ...(last ? [last] : [])];
}

/** Keeps the centre of the visible part in place when the zoom changes. */
function useCentreKept(zoom: number) {
  const frameBox = useRef<HTMLDivElement>(null);
  const before = useRef(zoom);
  useEffect(() => {
    const factor = zoom / before.current;
    before.current = zoom;
    const box = frameBox.current;
    if (!box || factor === 1) return;
    box.scrollTo({
      left: (box.scrollLeft + box.clientWidth / 2) * factor - box.clientWidth / 2,
      top: (box.scrollTop + box.clientHeight / 2) * factor - box.clientHeight / 2,
    });
  }, [zoom]);
  return frameBox;
}
