/** Renders the search over everything that a customer can open. It is made for the keyboard. */
import {
  Box,
  CloseButton,
  Combobox,
  createListCollection,
  Dialog,
  Flex,
  Portal,
  Text,
} from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { earlyText } from '#web/app/shell/early-search.ts';
import { useWords } from '#web/lib/words.ts';
import type { Finding } from './finding.ts';
import { useJobs } from './jobs.ts';
import { usePlaces } from './places.ts';
import { useServices } from './services.ts';
import { useViews } from './views.ts';
import { searchWords } from './words.ts';

const queryLengthMax = 100;

/**
 * Queries all sources. Pages come first if one is named exactly like the typed text. `state` is that of the server's
 * answer.
 */
function useFindings(query: string, user: SignedInUser) {
  const places = usePlaces(query, user);
  const services = useServices(query);
  const views = useViews(query, user);
  const jobs = useJobs(query, user);
  const sources = places.isNamed ? [places, views, services, jobs] : [services, views, jobs, places];
  return { groups: sources.filter(({ findings }) => findings.length > 0), state: jobs.state };
}

function Option(props: { finding: Finding }) {
  const { finding } = props;
  const { label, detail, icon: Icon } = finding;
  return (
    <Combobox.Item
      item={finding}
      gap="3"
      px="3"
      flex="none"
      minH={{ base: '12', md: '10' }}
      borderRadius="l2"
      _highlighted={{ bg: 'brand.subtle', color: 'brand.fg' }}
    >
      <Box asChild boxSize="4" flexShrink="0" color="fg.muted">
        <Icon aria-hidden />
      </Box>
      <Combobox.ItemText minW="0">{label}</Combobox.ItemText>
      {detail ? (
        <Text as="span" textStyle="xs" color="fg.muted" flexShrink="0">
          {detail}
        </Text>
      ) : null}
    </Combobox.Item>
  );
}

/** The first finding is selected until the arrow keys or the pointer select another one that is still listed. */
function useChosen(found: readonly Finding[]) {
  const [id, setId] = useState<string | null>(null);
  const chosen = found.find((finding) => finding.id === id) ?? found[0];
  return [chosen, setId] as const;
}

function Footer(props: { count: number; state: ReturnType<typeof useJobs>['state'] }) {
  const { count, state } = props;
  const words = useWords(searchWords);
  const answer = count === 0 ? words.none : words.found(count);
  const said = { answered: answer, asking: words.searching, failed: words.jobsFailed };
  return (
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
      <Text as="output">{said[state]}</Text>
      <Text hideBelow="md">{words.keys}</Text>
    </Flex>
  );
}

function SearchInput() {
  const words = useWords(searchWords);
  return (
    <>
      <Combobox.Label srOnly>{words.placeholder}</Combobox.Label>
      <Combobox.Control
        display="flex"
        alignItems="center"
        ps="4"
        pe="2"
        borderBottomWidth="1px"
        flexShrink="0"
      >
        <Box asChild boxSize="5" color="fg.muted" flexShrink="0">
          <Search aria-hidden />
        </Box>
        <Combobox.Input
          placeholder={words.placeholder}
          maxLength={queryLengthMax}
          enterKeyHint="go"
          border="none"
          bg="transparent"
          h="14"
          focusRing="none"
        />
        <Dialog.CloseTrigger asChild position="static">
          <CloseButton size={{ base: 'lg', md: 'sm' }} colorPalette="gray" aria-label={words.close} />
        </Dialog.CloseTrigger>
      </Combobox.Control>
    </>
  );
}

function FoundGroups(props: { groups: readonly { name: string; findings: readonly Finding[] }[] }) {
  return (
    <Combobox.Content flex="1" minH="0" maxH="none" p="2" boxShadow="none" borderRadius="0" animation="none">
      {props.groups.map(({ name, findings }) => (
        <Combobox.ItemGroup key={name}>
          <Combobox.ItemGroupLabel textStyle="xs" color="fg.muted" px="3">
            {name}
          </Combobox.ItemGroupLabel>
          {findings.map((finding) => (
            <Option key={finding.id} finding={finding} />
          ))}
        </Combobox.ItemGroup>
      ))}
    </Combobox.Content>
  );
}

function SearchBox(props: { user: SignedInUser; onClose: () => void }) {
  const { user, onClose } = props;
  const navigate = useNavigate();
  const [query, setQuery] = useState(() => earlyText() ?? '');
  const [typedBefore] = useState(query);
  const { groups, state } = useFindings(query, user);
  const found = groups.flatMap(({ findings }) => findings);
  const [chosen, choose] = useChosen(found);
  const collection = createListCollection({
    items: found,
    itemToValue: ({ id }) => id,
    itemToString: ({ label }) => label,
  });
  const open = (id: string | undefined) => {
    const finding = found.find((each) => each.id === id);
    if (!finding) return;
    onClose();
    void navigate(finding.to);
  };
  return (
    <Combobox.Root
      collection={collection}
      open
      disableLayer
      allowCustomValue
      selectionBehavior="preserve"
      value={[]}
      defaultInputValue={typedBefore}
      highlightedValue={chosen?.id ?? null}
      onHighlightChange={({ highlightedValue }) => choose(highlightedValue)}
      onInputValueChange={({ inputValue, reason }) => {
        if (reason !== 'input-change') return;
        setQuery(inputValue);
        choose(null);
      }}
      onSelect={({ itemValue }) => open(itemValue)}
      flex="1"
      minH="0"
      gap="0"
    >
      <SearchInput />
      <FoundGroups groups={groups} />
      <Footer count={found.length} state={state} />
    </Combobox.Root>
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
          <Dialog.Content
            aria-label={title}
            // The height never depends on the findings, so that nothing moves while somebody types.
            h={{ base: '100dvh', md: 'min(32rem, 80dvh)' }}
            minH="0"
            maxH="none"
            my={{ base: '0', md: '16' }}
            borderRadius={{ base: '0', md: 'l3' }}
            overflow="hidden"
          >
            <SearchBox user={user} onClose={onClose} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
