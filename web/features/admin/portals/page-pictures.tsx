/** Shows the old and the new page of a portal side by side, with what the page map finds on each. */
import { Box, Button, Flex, Grid, Heading, Image, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import type { PageMapView } from '#contracts/calls/portals-answers.ts';
import { formatSince } from '#web/lib/dates.ts';
import { useWords } from '#web/lib/words.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import {
  comparedElements,
  pairsOf,
  type ComparedElement,
  type Pair,
  type Picture,
} from './page-pictures-rules.ts';
import { pagePictureWords } from './page-pictures-words.ts';

/** The pictures have the colours of the portal in both themes, so these colours are fixed. */
const marks = {
  found: { outline: '1px solid #1a56a8', bg: 'rgb(26 86 168 / 5%)' },
  chosen: { outline: '3px solid #b3261e', outlineOffset: '2px', bg: 'rgb(179 38 30 / 12%)', zIndex: 1 },
} as const;
/** Space above an element that is scrolled to. */
const SCROLL_MARGIN_PX = 60;

function Highlights({ picture, chosen }: { picture: Picture; chosen: string | null }) {
  const { widthPx, heightPx, elements } = picture;
  const share = (length: number, whole: number): string => `${(length / whole) * 100}%`;
  return Object.entries(elements).flatMap(([path, { boxes }]) =>
    boxes.map(({ x, y, width, height }, index) => (
      <Box
        key={`${path}/${index}`}
        position="absolute"
        pointerEvents="none"
        {...marks[path === chosen ? 'chosen' : 'found']}
        borderRadius="2px"
        style={{
          left: share(x, widthPx),
          top: share(y, heightPx),
          width: share(width, widthPx),
          height: share(height, heightPx),
        }}
      />
    )),
  );
}

function PagePicture(props: {
  title: string;
  label: string;
  picture: Picture | null;
  instead: string;
  chosen: string | null;
  isLarge: boolean;
}) {
  const { title, label, picture, instead, chosen, isLarge } = props;
  const frame = useRef<HTMLDivElement>(null);
  const box = chosen === null ? undefined : picture?.elements[chosen]?.boxes[0];
  const [left, top] = [box?.x, box?.y];
  const widthPx = picture?.widthPx ?? 0;
  useEffect(() => {
    const shown = frame.current;
    if (!shown || left === undefined || top === undefined || widthPx === 0) return;
    const scale = isLarge ? 1 : shown.scrollWidth / widthPx;
    shown.scrollTo({
      left: left * scale - SCROLL_MARGIN_PX,
      top: top * scale - SCROLL_MARGIN_PX,
      behavior: 'smooth',
    });
  }, [left, top, widthPx, isLarge]);
  return (
    <Stack gap="1" minW="0">
      <Text textStyle="sm" fontWeight="medium">
        {title}
      </Text>
      {picture ? (
        <Box
          ref={frame}
          as="section"
          tabIndex={0}
          aria-label={label}
          maxH={{ base: '18rem', md: '26rem' }}
          overflow="auto"
          borderWidth="1px"
          borderRadius="l2"
          bg="white"
        >
          <Box position="relative" style={{ width: isLarge ? `${picture.widthPx}px` : '100%' }}>
            <Image
              src={picture.src}
              alt={label}
              w="full"
              h="auto"
              style={{ aspectRatio: `${picture.widthPx} / ${picture.heightPx}` }}
              display="block"
              loading="lazy"
            />
            <Highlights picture={picture} chosen={chosen} />
          </Box>
        </Box>
      ) : (
        <Flex minH="24" p="4" align="center" justify="center" borderWidth="1px" borderRadius="l2">
          <Text textStyle="sm" color="fg.muted" textAlign="center">
            {instead}
          </Text>
        </Flex>
      )}
    </Stack>
  );
}

function useFoundText() {
  const words = useWords(pagePictureWords);
  return ({ good, changed }: ComparedElement): string => {
    if (!changed) return words.found(good?.count ?? 0);
    if (!good) return words.found(changed.count);
    return words.both(words.found(good.count), words.found(changed.count));
  };
}

function ElementRow(props: {
  element: ComparedElement;
  isChosen: boolean;
  onChoose: () => void;
  onEdit: () => void;
}) {
  const { element, isChosen, onChoose, onEdit } = props;
  const words = useWords(pagePictureWords);
  const foundText = useFoundText();
  const { path, text, isLost } = element;
  return (
    <ListRow gap="2">
      <Button
        variant="ghost"
        colorPalette="gray"
        size="sm"
        h="auto"
        py="1.5"
        px="2"
        flex="1 1 0"
        minW="0"
        justifyContent="flex-start"
        textAlign="start"
        whiteSpace="normal"
        bg={isChosen ? 'bg.muted' : undefined}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        <Grid
          templateColumns={{ base: '1fr', md: 'minmax(0, 3fr) minmax(0, 3fr) minmax(0, 2fr)' }}
          columnGap="3"
          w="full"
        >
          <Text as="span" fontWeight={isLost ? 'semibold' : 'normal'} overflowWrap="anywhere">
            {path}
          </Text>
          <Text as="span" fontWeight="normal" color="fg.muted" overflowWrap="anywhere">
            {text}
          </Text>
          <Text
            as="span"
            fontWeight={isLost ? 'semibold' : 'normal'}
            color={isLost ? 'fg.error' : 'fg.muted'}
          >
            {foundText(element)}
          </Text>
        </Grid>
      </Button>
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        flexShrink="0"
        aria-label={words.editNamed(path)}
        onClick={onEdit}
      >
        {words.edit}
      </Button>
    </ListRow>
  );
}

function usePairName() {
  const words = useWords(pagePictureWords);
  return ({ page, changed }: Pair): string => {
    if (page === null) return words.jobPage(formatSince(changed?.at ?? ''));
    const name = page === 'entrance' ? words.entrance : page;
    return changed ? words.changedPage(name, formatSince(changed.at)) : words.goodPage(name);
  };
}

function Comparison(props: { map: PageMapView; pair: Pair; onEdit: (path: string) => void }) {
  const { map, pair, onEdit } = props;
  const words = useWords(pagePictureWords);
  const nameOf = usePairName();
  const elements = comparedElements(map, pair);
  const [chosen, setChosen] = useState<string | null>(elements.find(({ isLost }) => isLost)?.path ?? null);
  const [isLarge, setLarge] = useState(false);
  const { good, changed } = pair;
  const name = nameOf(pair);
  return (
    <Stack gap="4">
      <Flex gap="2" align="center">
        <Switch label={words.large} checked={isLarge} onChange={setLarge} />
        <Text textStyle="sm" aria-hidden>
          {words.large}
        </Text>
      </Flex>
      <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
        <PagePicture
          title={good ? words.goodAt(formatSince(good.at)) : words.old}
          label={words.pictureGood(name)}
          picture={good}
          instead={words.noGood}
          chosen={chosen}
          isLarge={isLarge}
        />
        <PagePicture
          title={changed ? words.changedAt(formatSince(changed.at)) : words.new}
          label={words.pictureChanged(name)}
          picture={changed}
          instead={words.noChanged}
          chosen={chosen}
          isLarge={isLarge}
        />
      </Grid>
      <Box as="section" aria-label={words.elements}>
        <Text textStyle="sm" fontWeight="medium" pb="1">
          {words.elements}
        </Text>
        <Box
          as="ul"
          listStyleType="none"
          borderWidth="1px"
          borderRadius="l2"
          maxH="20rem"
          overflowY="auto"
          px="1"
        >
          {elements.map((element) => (
            <ElementRow
              key={element.path}
              element={element}
              isChosen={element.path === chosen}
              onChoose={() => setChosen(element.path === chosen ? null : element.path)}
              onEdit={() => onEdit(element.path)}
            />
          ))}
        </Box>
      </Box>
    </Stack>
  );
}

/** `onEdit` brings the field of the text into view. */
export function PagePictures({ map, onEdit }: { map: PageMapView; onEdit: (path: string) => void }) {
  const words = useWords(pagePictureWords);
  const nameOf = usePairName();
  const pairs = pairsOf(map);
  const [wanted, setWanted] = useState<string | null>(null);
  const pair = pairs.find(({ key }) => key === wanted) ?? pairs[0];
  return (
    <Stack as="section" aria-label={words.title} gap="3">
      <Heading as="h3" size="sm">
        {words.title}
      </Heading>
      <Text textStyle="sm" color="fg.muted" maxW="3xl">
        {pair ? words.intro : words.none}
      </Text>
      {pair ? (
        <>
          <Box maxW="xl">
            <SelectField
              label={words.page}
              choices={pairs.map((each) => ({ value: each.key, label: nameOf(each) }))}
              value={pair.key}
              onChange={setWanted}
            />
          </Box>
          <Comparison key={pair.key} map={map} pair={pair} onEdit={onEdit} />
        </>
      ) : null}
    </Stack>
  );
}
