/** Shows the picture of a page with the grids of its tables. Frames can be drawn and lines moved on it. */
import { Box, Button, chakra, Image, Stack } from '@chakra-ui/react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Box as Area, TableGrid } from '#contracts/jobs/pdf-tables.ts';
import { Notice } from '#web/ui/notice.tsx';
import { formatPercent } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import {
  areaBetween,
  gridPath,
  linesMax,
  narrowestOf,
  percentOf,
  withLineAt,
  type Direction,
  type Point,
  type Size,
} from './grid-shapes.ts';
import { tableWords } from './words.ts';

/** The page is white in both themes, so these colours are fixed. */
const colours = { found: '#1a56a8', drawn: '#0b5d4b', dropped: '#5f6a75', frame: '#b3261e' } as const;
/** If less than this share of the page is free above a table, its name is shown inside it. */
const labelShare = 0.03;
const stepPt = 0.5;
const pageStepPt = 10;
const thumbPx = 16;
const thumbMinPx = 5;

export type Mark = {
  key: string;
  label: string;
  kind: 'found' | 'drawn' | 'dropped';
  box: Area;
  grid: TableGrid | null;
  isChosen: boolean;
};

/** The lines of the table that is being edited, which can be moved. */
export type MovableLines = {
  table: string;
  box: Area;
  columns: readonly number[];
  rows: readonly number[];
  /** All moves of one line until its release are one step of undo. */
  onMove: (direction: Direction, index: number, lines: number[]) => void;
  onRelease: () => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
};

function MarkShape(props: { mark: Mark }) {
  const { kind, box, grid, isChosen } = props.mark;
  const colour = colours[kind];
  const dashes = kind === 'dropped' ? { strokeDasharray: '4 3' } : {};
  return (
    <g stroke={colour} fill="none">
      {grid && kind !== 'dropped' ? (
        <path d={gridPath(grid)} strokeWidth="1" strokeOpacity="0.75" vectorEffect="non-scaling-stroke" />
      ) : null}
      <rect
        x={box.x0}
        y={box.y0}
        width={box.x1 - box.x0}
        height={box.y1 - box.y0}
        fill={colour}
        fillOpacity={kind === 'dropped' ? 0.12 : 0.06}
        strokeWidth={isChosen ? 3 : 2}
        vectorEffect="non-scaling-stroke"
        {...dashes}
      />
    </g>
  );
}

/** Shows the table's name from the list beside the page. */
function MarkName(props: { mark: Mark; size: Size }) {
  const { label, kind, box } = props.mark;
  const { width, height } = props.size;
  const hasRoom = box.y0 > labelShare * height;
  return (
    <Box
      aria-hidden
      position="absolute"
      left={`${(box.x0 / width) * 100}%`}
      top={`${(box.y0 / height) * 100}%`}
      transform={hasRoom ? 'translateY(-100%)' : 'none'}
      px="1"
      bg={colours[kind]}
      color="white"
      fontSize="11px"
      lineHeight="1.3"
      fontWeight="semibold"
      whiteSpace="nowrap"
      pointerEvents="none"
    >
      {label}
    </Box>
  );
}

/** The thumb of a native range input, as long as the line. The table itself is its track. */
const thumb = {
  appearance: 'none',
  border: 'none',
  borderRadius: '0',
  pointerEvents: 'auto',
} as const;
const lineMiddle = `transparent calc(50% - 1px), ${colours.frame} calc(50% - 1px) calc(50% + 1px), transparent calc(50% + 1px)`;
const thumbs = {
  columns: {
    ...thumb,
    w: 'var(--line-thumb)',
    h: 'full',
    cursor: 'ew-resize',
    bg: `linear-gradient(to right, ${lineMiddle})`,
  },
  rows: {
    ...thumb,
    w: 'full',
    h: 'var(--line-thumb)',
    cursor: 'ns-resize',
    bg: `linear-gradient(to bottom, ${lineMiddle})`,
  },
} as const;
/** Outlines the focused line, because the range input itself is as large as the table. */
const focused = { outline: `2px solid ${colours.frame}`, outlineOffset: '-3px' } as const;
const track = { w: 'full', h: 'full', bg: 'transparent' } as const;

const keySteps: Record<Direction, Record<string, number>> = {
  columns: {},
  // Browsers disagree about whether these keys move the thumb of a vertical range up or down.
  rows: { ArrowUp: -stepPt, ArrowDown: stepPt, PageUp: -pageStepPt, PageDown: pageStepPt },
};

/** Returns what Ctrl-Z and Ctrl-Y do; undefined for other keys. */
function stepOfKey(event: KeyboardEvent, { undo, redo }: MovableLines): (() => void) | null | undefined {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return undefined;
  return key === 'y' || event.shiftKey ? redo : undo;
}

/**
 * Renders one range input per line, stacked on each other. A pointer takes the nearest thumb, and the keyboard reaches
 * each in turn.
 */
function LineHandle(props: {
  movable: MovableLines;
  direction: Direction;
  index: number;
  at: number;
  size: Size;
  thumbSize: string;
}) {
  const { movable, direction, index, at, size, thumbSize } = props;
  const words = useWords(tableWords);
  const { box, table, onMove, onRelease } = movable;
  const isColumn = direction === 'columns';
  const move = (to: number) =>
    onMove(direction, index, withLineAt({ lines: movable[direction], direction, box }, index, to));
  const press = (event: KeyboardEvent) => {
    const go = stepOfKey(event, movable);
    const step = keySteps[direction][event.key];
    if (go === undefined && step === undefined) return;
    event.preventDefault();
    if (step !== undefined) move(at + step);
    else go?.();
  };
  const [left, width] = [(box.x0 / size.width) * 100, ((box.x1 - box.x0) / size.width) * 100];
  const [top, height] = [(box.y0 / size.height) * 100, ((box.y1 - box.y0) / size.height) * 100];
  return (
    <chakra.input
      type="range"
      aria-label={words[direction].lineOf(index + 1, table)}
      aria-orientation={isColumn ? 'horizontal' : 'vertical'}
      aria-valuetext={formatPercent(percentOf(at, isColumn ? size.width : size.height))}
      min={isColumn ? box.x0 : box.y0}
      max={isColumn ? box.x1 : box.y1}
      step={stepPt}
      value={at}
      onChange={(event) => move(event.target.valueAsNumber)}
      onKeyDown={press}
      onPointerUp={onRelease}
      onBlur={onRelease}
      position="absolute"
      // Half of the thumb is beyond each end, so that its middle is on the line.
      left={isColumn ? `calc(${left}% - var(--line-thumb) / 2)` : `${left}%`}
      w={isColumn ? `calc(${width}% + var(--line-thumb))` : `${width}%`}
      top={isColumn ? `${top}%` : `calc(${top}% - var(--line-thumb) / 2)`}
      h={isColumn ? `${height}%` : `calc(${height}% + var(--line-thumb))`}
      m="0"
      appearance="none"
      bg="transparent"
      pointerEvents="none"
      touchAction="none"
      outline="none"
      css={{
        '--line-thumb': thumbSize,
        writingMode: isColumn ? 'horizontal-tb' : 'vertical-lr',
        '&::-webkit-slider-runnable-track': track,
        '&::-moz-range-track': track,
        '&::-webkit-slider-thumb': thumbs[direction],
        '&::-moz-range-thumb': thumbs[direction],
        '&:focus-visible::-webkit-slider-thumb': focused,
        '&:focus-visible::-moz-range-thumb': focused,
      }}
    />
  );
}

/** Returns a thumb's size: no larger than the narrowest row or column, so that each line can be taken by itself. */
function thumbSizeOf(movable: MovableLines, direction: Direction, { width }: Size): string {
  const narrowest = narrowestOf({ lines: movable[direction], direction, box: movable.box });
  const share = Math.max(0, narrowest / width) * 100;
  return `clamp(${thumbMinPx}px, ${share}cqw, ${thumbPx}px)`;
}

const directions: readonly Direction[] = ['rows', 'columns'];

/** Renders the handles of all lines; those of columns lie over those of rows. */
function LineHandles(props: { movable: MovableLines; size: Size }) {
  const { movable, size } = props;
  return directions
    .filter((direction) => movable[direction].length <= linesMax[direction])
    .map((direction) => {
      const thumbSize = thumbSizeOf(movable, direction, size);
      return movable[direction].map((at, index) => (
        <LineHandle
          key={`${direction}/${index}`}
          movable={movable}
          direction={direction}
          index={index}
          at={at}
          size={size}
          thumbSize={thumbSize}
        />
      ));
    });
}

type ToPoint = (event: PointerEvent) => Point;

/** Renders the frame that grows with the pointer until it is released. */
function DrawingArea(props: { size: Size; toPoint: ToPoint; onDrawn: (box: Area) => void }) {
  const { size, toPoint, onDrawn } = props;
  const [corners, setCorners] = useState<{ from: Point; to: Point } | null>(null);
  const box = corners && areaBetween(corners.from, corners.to, size);
  const end = () => {
    setCorners(null);
    if (box) onDrawn(box);
  };
  return (
    <Box
      position="absolute"
      inset="0"
      cursor="crosshair"
      touchAction="none"
      data-drawing
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setCorners({ from: toPoint(event), to: toPoint(event) });
      }}
      onPointerMove={(event) => corners && setCorners({ ...corners, to: toPoint(event) })}
      onPointerUp={end}
      onPointerCancel={() => setCorners(null)}
    >
      {box ? (
        <Box
          position="absolute"
          left={`${(box.x0 / size.width) * 100}%`}
          top={`${(box.y0 / size.height) * 100}%`}
          w={`${((box.x1 - box.x0) / size.width) * 100}%`}
          h={`${((box.y1 - box.y0) / size.height) * 100}%`}
          borderWidth="2px"
          borderColor={colours.drawn}
          bg="rgb(11 93 75 / 12%)"
        />
      ) : null}
    </Box>
  );
}

export function PagePicture(props: {
  page: number;
  url: string;
  size: Size;
  marks: readonly Mark[];
  lines: MovableLines | null;
  onDrawn: ((box: Area) => void) | null;
}) {
  const { page, url, size, marks, lines, onDrawn } = props;
  const words = useWords(tableWords);
  const frame = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  const toPoint: ToPoint = ({ clientX, clientY }) => {
    const seen = frame.current?.getBoundingClientRect();
    if (!seen) return { x: 0, y: 0 };
    return {
      x: ((clientX - seen.left) / seen.width) * size.width,
      y: ((clientY - seen.top) / seen.height) * size.height,
    };
  };
  const again = () => {
    setFailed(false);
    setTries(tries + 1);
  };
  return (
    <Stack gap="2">
      <Box
        ref={frame}
        position="relative"
        w="full"
        aspectRatio={size.width / size.height}
        bg="white"
        borderWidth="1px"
        overflow="hidden"
        // Its width is the measure for the handles of lines that are close together.
        containerType="inline-size"
      >
        <Image
          key={tries}
          src={tries === 0 ? url : `${url}?try=${tries}`}
          alt={words.picture(page, marks.length)}
          w="full"
          h="full"
          draggable={false}
          visibility={failed ? 'hidden' : 'visible'}
          onError={() => setFailed(true)}
        />
        <chakra.svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          position="absolute"
          inset="0"
          w="full"
          h="full"
          pointerEvents="none"
          aria-hidden
        >
          {marks.map((mark) => (
            <MarkShape key={mark.key} mark={mark} />
          ))}
        </chakra.svg>
        {marks.map((mark) => (
          <MarkName key={mark.key} mark={mark} size={size} />
        ))}
        {lines && !onDrawn ? <LineHandles movable={lines} size={size} /> : null}
        {onDrawn ? <DrawingArea size={size} toPoint={toPoint} onDrawn={onDrawn} /> : null}
      </Box>
      {failed ? (
        <Notice
          tone="error"
          title={words.pictureFailed}
          action={
            <Button size="xs" variant="outline" colorPalette="gray" onClick={again}>
              {words.tryAgain}
            </Button>
          }
        />
      ) : null}
    </Stack>
  );
}
