/** The controls beside a live page's picture: zoom, scrolling, a text field, and keys that a phone does not have. */
import { Box, Button, Flex, IconButton, Stack, Text } from '@chakra-ui/react';
import { ChevronDown, ChevronUp, Hand, ZoomIn, ZoomOut } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import type { LiveInput } from '#contracts/jobs/live-pages.ts';
import { limits } from '#contracts/limits.ts';
import { useWords } from '#web/lib/words.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { livePageWords } from './words.ts';

type Act = (input: LiveInput) => void;

export const zooms = [1, 1.5, 2, 3] as const;

const tool = { size: 'sm', variant: 'outline', colorPalette: 'gray' } as const;

type PictureTools = {
  zoom: number;
  onZoom: (zoom: number) => void;
  drags: boolean;
  onDrags: (drags: boolean) => void;
  /** Pixels of the page that one press scrolls. */
  scrollPx: number;
  middle: { x: number; y: number };
  onAct: Act;
};

export function PictureTools({ zoom, onZoom, drags, onDrags, scrollPx, middle, onAct }: PictureTools) {
  const words = useWords(livePageWords);
  const smaller = zooms.findLast((each) => each < zoom);
  const larger = zooms.find((each) => each > zoom);
  const scroll = (dy: number): void => onAct({ act: 'scroll', ...middle, dx: 0, dy });
  return (
    <Stack gap="1">
      <Flex gap="2" wrap="wrap">
        <IconButton
          {...tool}
          aria-label={words.zoomOut}
          disabled={!smaller}
          onClick={() => onZoom(smaller ?? zoom)}
        >
          <ZoomOut aria-hidden />
        </IconButton>
        <IconButton
          {...tool}
          aria-label={words.zoomIn}
          disabled={!larger}
          onClick={() => onZoom(larger ?? zoom)}
        >
          <ZoomIn aria-hidden />
        </IconButton>
        <IconButton {...tool} aria-label={words.up} onClick={() => scroll(-scrollPx)}>
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton {...tool} aria-label={words.down} onClick={() => scroll(scrollPx)}>
          <ChevronDown aria-hidden />
        </IconButton>
        <Button
          {...tool}
          variant={drags ? 'solid' : 'outline'}
          aria-pressed={drags}
          onClick={() => onDrags(!drags)}
        >
          <Hand aria-hidden /> {words.drag}
        </Button>
      </Flex>
      {drags ? (
        <Text textStyle="xs" color="fg.muted">
          {words.dragHint}
        </Text>
      ) : null}
    </Stack>
  );
}

/** A phone shows its keyboard only for a field, so texts are written in this one first. */
export function TextTool({ onAct }: { onAct: Act }) {
  const words = useWords(livePageWords);
  const [text, setText] = useState('');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (text === '') return;
    onAct({ act: 'type', text });
    setText('');
  };
  return (
    <Stack as="form" gap="1" onSubmit={submit}>
      <Flex gap="2" align="flex-end">
        <Box flex="1" minW="0">
          <TextField
            label={words.text}
            value={text}
            onChange={setText}
            maxLength={limits.liveTextLengthMax}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
          />
        </Box>
        <Button type="submit" variant="outline" disabled={text === ''}>
          {words.send}
        </Button>
      </Flex>
      <Text textStyle="xs" color="fg.muted">
        {words.textHint}
      </Text>
    </Stack>
  );
}

export function KeyTools({ onAct }: { onAct: Act }) {
  const words = useWords(livePageWords);
  const keys = Object.keys(words.keyNames) as (keyof typeof words.keyNames)[];
  return (
    <Flex as="fieldset" gap="2" wrap="wrap" aria-label={words.keys}>
      {keys.map((key) => (
        <Button key={key} {...tool} onClick={() => onAct({ act: 'key', key })}>
          {words.keyNames[key]}
        </Button>
      ))}
    </Flex>
  );
}
