/** Lists the customer's saved views of the jobs, saves the list as it is filtered now, and changes the open view. */
import { Button, Flex, IconButton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { SavedView } from '#contracts/jobs/saved-views.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteButton } from '#web/ui/route-link.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { DeleteDialog, RenameDialog, SaveDialog } from './saved-view-dialogs.tsx';
import { addressOfView, openView, savedFiltersIn, savedViewsQuery } from './saved-views-queries.ts';
import { savedViewsWords } from './saved-views-words.ts';

function ViewLink(props: { to: string; isOpen: boolean; children: string }) {
  const { to, isOpen, children } = props;
  return (
    <RouteButton
      to={to}
      size="xs"
      maxW="full"
      variant={isOpen ? 'subtle' : 'ghost'}
      colorPalette={isOpen ? 'brand' : 'gray'}
      aria-current={isOpen ? 'true' : undefined}
    >
      <Text as="span" truncate>
        {children}
      </Text>
    </RouteButton>
  );
}

type Asked = { kind: 'save' } | { kind: 'rename' | 'delete'; view: SavedView };

function ChangeButtons(props: { view: SavedView; onAsk: (asked: Asked) => void }) {
  const { view, onAsk } = props;
  const words = useWords(savedViewsWords);
  const look = { size: 'xs', variant: 'ghost', colorPalette: 'gray' } as const;
  return (
    <>
      <IconButton
        {...look}
        aria-label={words.renameOne(view.name)}
        onClick={() => onAsk({ kind: 'rename', view })}
      >
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        {...look}
        aria-label={words.deleteOne(view.name)}
        onClick={() => onAsk({ kind: 'delete', view })}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}

/** Its height stays the same while the views are read. */
export function SavedViews({ query }: { query: URLSearchParams }) {
  const words = useWords(savedViewsWords);
  const list = useQuery(savedViewsQuery(useUser().id));
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const views = list.data ?? [];
  const filters = savedFiltersIn(query);
  const open = openView(views, query);
  const isAll = Object.keys(filters).length === 0;
  return (
    <Flex as="nav" aria-label={words.views} gap="1" wrap="wrap" align="center" minH="8" minW="0">
      <Text textStyle="xs" color="fg.muted" pe="1">
        {words.views}
      </Text>
      {views.length > 0 ? (
        <ViewLink to={paths.jobs} isOpen={isAll}>
          {words.all}
        </ViewLink>
      ) : null}
      {views.map((view) => (
        <Fragment key={view.id}>
          <ViewLink to={addressOfView(view.filters)} isOpen={view === open}>
            {view.name}
          </ViewLink>
          {view === open ? <ChangeButtons view={view} onAsk={setAsked} /> : null}
        </Fragment>
      ))}
      {list.data && !open && !isAll ? (
        <Button size="xs" variant="outline" colorPalette="gray" onClick={() => setAsked({ kind: 'save' })}>
          <Bookmark aria-hidden /> {words.saveThis}
        </Button>
      ) : null}
      {list.data?.length === 0 && isAll ? (
        <Text textStyle="xs" color="fg.muted">
          {words.hint}
        </Text>
      ) : null}
      {list.isError && !list.data ? (
        <>
          <Text textStyle="xs" color="fg.error">
            {words.loadFailed}
          </Text>
          <Button size="xs" variant="ghost" colorPalette="gray" onClick={() => void list.refetch()}>
            {words.tryAgain}
          </Button>
        </>
      ) : null}
      {asked?.kind === 'save' ? <SaveDialog views={views} filters={filters} onClose={close} /> : null}
      {asked?.kind === 'rename' ? <RenameDialog view={asked.view} onClose={close} /> : null}
      {asked?.kind === 'delete' ? <DeleteDialog view={asked.view} onClose={close} /> : null}
    </Flex>
  );
}
