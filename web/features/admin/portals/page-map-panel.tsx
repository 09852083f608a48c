/** Lets administrators change a portal's page map, try the changes and publish them, without a deployment. */
import { Box, Button, Flex, Heading, Image, Input, Link, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PageMapView, PageTrial } from '#contracts/calls/portals-answers.ts';
import { pageTextCharactersMax } from '#contracts/portals/page-text-rules.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { evidenceUrl } from '#web/features/admin/jobs/queries.ts';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { formatSince } from '#web/lib/dates.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { FieldsForm } from '#web/ui/fields-form.tsx';
import { ChangedElsewhere } from '#web/ui/changed-elsewhere.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { requestIdText } from '#web/ui/states.tsx';
import { adminWords } from '#web/features/admin/words.ts';
import { Switch } from '#web/ui/switch.tsx';
import { DeskPanel } from './desk-panel.tsx';
import { pageMapWords } from './page-map-words.ts';
import { PagePictures } from './page-pictures.tsx';
import { changePortal, pageMapQuery, portalsKey, publishPageMap, tryPageMap } from './queries.ts';

type Changes = Record<string, string>;

/** The part of the portal to which a text belongs: what its path begins with. */
const partOf = (path: string): string => path.split('.')[0] ?? path;

function groupsOf(texts: PageMapView['texts']): [part: string, texts: PageMapView['texts']][] {
  const parts = [...new Set(texts.map(({ path }) => partOf(path)))];
  return parts.map((part) => [part, texts.filter(({ path }) => partOf(path) === part)]);
}

const fieldIdOf = (path: string): string => `map-text-${path}`;

function showField(path: string): void {
  const field = document.querySelector<HTMLElement>(`#${CSS.escape(fieldIdOf(path))}`);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

function TextRow(props: {
  path: string;
  text: string;
  change: string | undefined;
  found: number | undefined;
  onChange: (change: string | null) => void;
}) {
  const { path, text, change, found, onChange } = props;
  const words = useWords(pageMapWords);
  return (
    <Flex as="li" gap="3" py="1.5" align="center" wrap="wrap">
      <Text flex="1 1 10rem" minW="0" textStyle="sm" overflowWrap="anywhere">
        {path}
      </Text>
      <Stack gap="0" flex="2 1 14rem" minW="0">
        <Input
          size="sm"
          id={fieldIdOf(path)}
          aria-label={path}
          value={change ?? text}
          maxLength={pageTextCharactersMax}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target: { value } }) => onChange(value === text ? null : value)}
        />
        {change === undefined ? null : (
          <Flex gap="2" align="center">
            <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
              {words.was(text)}
            </Text>
            <Button size="xs" variant="ghost" aria-label={words.reset(path)} onClick={() => onChange(null)}>
              {words.resetShort}
            </Button>
          </Flex>
        )}
      </Stack>
      <Text w="24" textStyle="xs" color={found ? 'fg' : 'fg.muted'}>
        {found === undefined ? '' : words.found(found)}
      </Text>
    </Flex>
  );
}

function ChangedPages({ pages }: { pages: PageMapView['changedPages'] }) {
  const words = useWords(pageMapWords);
  if (pages.length === 0) return null;
  return (
    <Stack gap="2">
      <Heading as="h3" size="sm">
        {words.changedPages}
      </Heading>
      <Flex gap="3" wrap="wrap">
        {pages.map(({ fileId, jobId, at }) => (
          <Link key={fileId} href={evidenceUrl(jobId, fileId)} target="_blank" rel="noopener">
            <Stack gap="1" w={{ base: 'full', md: 'md' }}>
              <Image
                src={evidenceUrl(jobId, fileId)}
                alt={words.changedPage(formatSince(at))}
                w="full"
                aspectRatio={16 / 9}
                objectFit="cover"
                objectPosition="top left"
                borderWidth="1px"
              />
              <Text textStyle="xs">{formatSince(at)}</Text>
            </Stack>
          </Link>
        ))}
      </Flex>
    </Stack>
  );
}

function Versions(props: { map: PageMapView; onTake: (changes: Changes) => void }) {
  const { map, onTake } = props;
  const words = useWords(pageMapWords);
  if (map.version === 0) return null;
  return (
    <Stack gap="2">
      <Heading as="h3" size="sm">
        {words.versions}
      </Heading>
      <Stack as="ul" listStyleType="none" gap="1">
        {map.versions.map(({ version, by, at, reason, changes }) => (
          <Flex as="li" key={version} gap="3" align="center" wrap="wrap" textStyle="sm">
            <Text overflowWrap="anywhere">{words.versionBy(version, by, formatSince(at), reason)}</Text>
            <Button size="xs" variant="outline" colorPalette="gray" onClick={() => onTake(changes)}>
              {words.takeOver(version)}
            </Button>
          </Flex>
        ))}
      </Stack>
      <Box>
        <Button size="xs" variant="outline" colorPalette="gray" onClick={() => onTake({})}>
          {words.takeOverMap}
        </Button>
      </Box>
    </Stack>
  );
}

/** Shows the changes whose texts a release has dropped, so that they can be entered at the new texts. */
function UnusedChanges({ unused }: { unused: PageMapView['unused'] }) {
  const words = useWords(pageMapWords);
  if (unused.length === 0) return null;
  return (
    <Notice tone="warning" title={words.unused}>
      <Text>{words.unusedHint}</Text>
      <Box as="ul" ps="5">
        {unused.map(({ path, text }) => (
          <Text as="li" key={path} overflowWrap="anywhere">
            {words.unusedText(path, text)}
          </Text>
        ))}
      </Box>
    </Notice>
  );
}

function Tried({ trial }: { trial: PageTrial }) {
  const words = useWords(pageMapWords);
  const { outcome } = trial.entrance;
  return <Notice tone={outcome === 'ok' ? 'success' : 'warning'} title={words.tried[outcome]} />;
}

function usePublishing(given: { portal: string; base: number; onPublished: () => void }) {
  const { portal, base, onPublished } = given;
  const words = useWords(pageMapWords);
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (version: { changes: Changes; reason: string; resumes: boolean }) => {
      const { changes, reason, resumes } = version;
      await publishPageMap(portal, { changes, reason, version: base });
      if (resumes) await changePortal(portal, 'resume', reason);
    },
    onSuccess: (_, { resumes }) => notify('success', resumes ? words.publishedAndResumed : words.published),
    onSettled: async (_, error) => {
      await client.invalidateQueries({ queryKey: portalsKey });
      if (!error) onPublished();
    },
  });
}

/** `onTake` shows the version in force in place of what was changed here. */
function PageMapForm(props: { map: PageMapView; onTake: () => void }) {
  const { map, onTake } = props;
  const words = useWords(pageMapWords);
  const { reasonNeeded } = useWords(adminWords);
  /** The version from which the changes started. Another one may have been published since. */
  const [base] = useState(map.version);
  const [changes, setChanges] = useState<Changes>(map.changes);
  const [reason, setReason] = useState('');
  const [resumes, setResumes] = useState(true);
  const trial = useMutation({ mutationFn: () => tryPageMap(map.portal, changes) });
  const publishing = usePublishing({ portal: map.portal, base, onPublished: onTake });
  const change = (path: string, text: string | null) => {
    const { [path]: _, ...others } = changes;
    setChanges(text === null ? others : { ...others, [path]: text });
    publishing.reset();
  };
  const found = trial.data?.found ?? null;
  const failure = publishing.error ?? trial.error;
  const isChangedElsewhere = map.version !== base && !publishing.isPending && !publishing.isSuccess;
  return (
    <Stack gap="5">
      <Text textStyle="sm" color="fg.muted" maxW="3xl">
        {words.intro} {words.version(map.version)}
      </Text>
      <UnusedChanges unused={map.unused} />
      <PagePictures map={map} onEdit={showField} />
      <ChangedPages pages={map.changedPages.filter(({ pictured }) => pictured === null)} />
      {groupsOf(map.texts).map(([part, texts]) => (
        <Box as="section" key={part} aria-label={part}>
          <Heading as="h3" size="sm" borderBottomWidth="1px" pb="1">
            {part}
          </Heading>
          <Box as="ul" listStyleType="none">
            {texts.map(({ path, text }) => (
              <TextRow
                key={path}
                path={path}
                text={text}
                change={changes[path]}
                found={found?.[path]}
                onChange={(changed) => change(path, changed)}
              />
            ))}
          </Box>
        </Box>
      ))}
      <Versions map={map} onTake={setChanges} />
      {trial.data ? <Tried trial={trial.data} /> : null}
      {isChangedElsewhere ? (
        <ChangedElsewhere
          title={words.changedElsewhere}
          hint={words.changedElsewhereHint}
          loadLabel={words.loadPublished}
          onLoad={onTake}
        />
      ) : failure ? (
        <Notice tone="error" title={errorText(failure)} smallPrint={requestIdText(failure)} />
      ) : null}
      <FieldsForm onSubmit={() => publishing.mutate({ changes, reason: reason.trim(), resumes })}>
        <Stack gap="3" maxW="xl">
          <ReasonField value={reason} onChange={setReason} />
          <Flex gap="2" align="center">
            <Switch label={words.resume} checked={resumes} onChange={setResumes} />
            <Text textStyle="sm" aria-hidden>
              {words.resume}
            </Text>
          </Flex>
          <Flex gap="2">
            <Button
              variant="outline"
              loading={trial.isPending}
              loadingText={words.tryIt}
              onClick={() => trial.mutate()}
            >
              {words.tryIt}
            </Button>
            <Button
              type="submit"
              loading={publishing.isPending}
              loadingText={words.publish}
              disabled={!isReason(reason)}
            >
              {words.publish}
            </Button>
          </Flex>
          {isReason(reason) ? null : (
            <Text textStyle="sm" color="fg.muted">
              {reasonNeeded}
            </Text>
          )}
        </Stack>
      </FieldsForm>
    </Stack>
  );
}

export function PageMapPanel({ portal }: { portal: string }) {
  const words = useWords(pageMapWords);
  const query = useQuery(pageMapQuery(portal));
  const frame = useRef<HTMLElement>(null);
  const [taken, setTaken] = useState(0);
  const take = () => {
    setTaken(taken + 1);
    // The button that was pressed goes away, so the focus goes to what is loaded.
    frame.current?.focus();
  };
  return (
    <DeskPanel portal={portal} words={words} query={query}>
      {(data) => (
        <Box as="fieldset" ref={frame} minW="0" aria-label={words.texts} tabIndex={-1} outline="none">
          <PageMapForm key={taken} map={data} onTake={take} />
        </Box>
      )}
    </DeskPanel>
  );
}
