/** Renders the search over everything that a customer can open, for the keyboard first. */
import { Box, CloseButton, Dialog, Flex, Input, Portal, Text } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { prefetchPage } from '#web/pages.ts';
import { useWords } from '#web/lib/words.ts';
import type { Finding, Findings } from './finding.ts';
import { usePlaces } from './places.ts';
import { useServices } from './services.ts';
import { searchWords } from './words.ts';

const queryLengthMax = 100;

/** Asks all sources, in the order in which they are shown. */
function useFindings(query: string, user: SignedInUser): Findings[] {
  const places = usePlaces(query, user);
  const services = useServices(query);
  return [services, places].filter(({ findings, isPending = false }) => findings.length > 0 || isPending);
}

function Option(props: {
  id: string;
  finding: Finding;
  isActive: boolean;
  onActive: () => void;
  onOpen: () => void;
}) {
  const { id, finding, isActive, onActive, onOpen } = props;
  const { label, detail, icon: Icon } = finding;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  // The field keeps the focus and answers the keys, so an option need not.
  return (
    <Flex
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      align="center"
      gap="3"
      px="3"
      minH={{ base: '12', md: '10' }}
      borderRadius="l2"
      cursor="pointer"
      bg={isActive ? 'brand.subtle' : undefined}
      color={isActive ? 'brand.fg' : undefined}
      onPointerMove={onActive}
      onClick={onOpen}
    >
      <Box asChild boxSize="4" flexShrink="0" color="fg.muted">
        <Icon aria-hidden />
      </Box>
      <Text as="span" minW="0" flex="1">
        {label}
      </Text>
      {detail ? (
        <Text as="span" textStyle="xs" color="fg.muted" flexShrink="0">
          {detail}
        </Text>
      ) : null}
    </Flex>
  );
}

function Group(props: {
  group: Findings;
  optionId: (finding: Finding) => string;
  activeId: string | undefined;
  onActive: (finding: Finding) => void;
  onOpen: (finding: Finding) => void;
}) {
  const { group, optionId, activeId, onActive, onOpen } = props;
  const nameId = useId();
  return (
    <Box role="group" aria-labelledby={nameId} pb="2">
      <Text id={nameId} textStyle="xs" fontWeight="medium" color="fg.muted" px="3" py="1.5">
        {group.name}
      </Text>
      {group.findings.map((finding) => (
        <Option
          key={finding.id}
          id={optionId(finding)}
          finding={finding}
          isActive={finding.id === activeId}
          onActive={() => onActive(finding)}
          onOpen={() => onOpen(finding)}
        />
      ))}
    </Box>
  );
}

/** Keeps the chosen one among what is found: the first one, until the arrow keys or the pointer choose another. */
function useActive(found: readonly Finding[]) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const index = Math.max(
    0,
    found.findIndex(({ id }) => id === chosenId),
  );
  const move = (by: number) => setChosenId(found.at((index + by) % found.length)?.id ?? null);
  return { active: found[index], choose: setChosenId, move };
}

function SearchBox(props: { user: SignedInUser; onClose: () => void }) {
  const { user, onClose } = props;
  const words = useWords(searchWords);
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const groups = useFindings(query, user);
  const found = groups.flatMap(({ findings }) => findings);
  const { active, choose, move } = useActive(found);
  const listId = useId();
  const optionId = ({ id }: Finding) => `${listId}-${found.findIndex((each) => each.id === id)}`;
  const toOpen = active?.to;
  useEffect(() => {
    if (query && toOpen) prefetchPage(toOpen);
  }, [query, toOpen]);
  const open = ({ to }: Finding) => {
    onClose();
    void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends the composition of a word, such as a Bengali one.
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      move(by);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (active) open(active);
    }
  };
  return (
    <>
      <Flex align="center" gap="2" ps="4" pe="2" borderBottomWidth="1px" flexShrink="0">
        <Box asChild boxSize="5" color="fg.muted" flexShrink="0">
          <Search aria-hidden />
        </Box>
        <Input
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active) : undefined}
          aria-label={words.placeholder}
          placeholder={words.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={queryLengthMax}
          enterKeyHint="go"
          border="none"
          outline="none"
          bg="transparent"
          h="14"
          px="1"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            choose(null);
          }}
          onKeyDown={onKeyDown}
        />
        <Dialog.CloseTrigger asChild position="static">
          <CloseButton size={{ base: 'lg', md: 'sm' }} colorPalette="gray" aria-label={words.close} />
        </Dialog.CloseTrigger>
      </Flex>
      <Box id={listId} role="listbox" aria-label={words.results} flex="1" overflowY="auto" minH="0" p="2">
        {groups.map((group) => (
          <Group
            key={group.name}
            group={group}
            optionId={optionId}
            activeId={active?.id}
            onActive={({ id }) => choose(id)}
            onOpen={open}
          />
        ))}
      </Box>
      <Flex
        justify="space-between"
        gap="4"
        px="5"
        py="2.5"
        borderTopWidth="1px"
        textStyle="xs"
        color="fg.muted"
        flexShrink="0"
      >
        <Text role="status">{found.length === 0 ? words.none : words.found(found.length)}</Text>
        <Text hideBelow="md">{words.keys}</Text>
      </Flex>
    </>
  );
}

export function SearchDialog(props: { user: SignedInUser; open: boolean; onClose: () => void }) {
  const { user, open, onClose } = props;
  const { title } = useWords(searchWords);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      size={{ base: 'full', md: 'lg' }}
      placement="top"
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content aria-label={title} maxH={{ base: '100dvh', md: '70vh' }} overflow="hidden">
            <SearchBox user={user} onClose={onClose} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
