/** Lists the blog posts, including drafts, and opens the editor for the post that the address names. */
import { Badge, Box, Button, Flex, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, FileText, PenLine, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { BlogPost } from '#contracts/calls/site-answers.ts';
import { formatDate } from '#web/lib/dates.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { pageIn, searchIn, useFilters } from '#web/lib/use-filters.ts';
import { useOpened } from '#web/lib/use-opened.ts';
import { useWords, type WordsOf } from '#web/lib/words.ts';
import { PagedList } from '#web/ui/paged-list.tsx';
import { RecordList, type Column } from '#web/ui/record-list.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyState, LoadingLines } from '#web/ui/states.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { adminPostsQuery, postsKey, postsPageSize, removePost } from './queries.ts';
import { postWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';

const PostEditor = lazy(() => import('./post-editor.tsx').then((module) => ({ default: module.PostEditor })));

const newPost = 'new';

type RowProps = { post: BlogPost; onEdit: () => void; onRemove: () => void };

function PostStatus({ post }: { post: BlogPost }) {
  const words = useWords(postWords);
  return (
    <Flex gap="1" wrap="wrap">
      {post.status === 'published' ? (
        <StatusTag tone="brand" icon={CircleCheck} label={words.statuses.published} />
      ) : (
        <StatusTag tone="gray" icon={PenLine} label={words.statuses.draft} />
      )}
      {post.featured ? (
        <Badge colorPalette="attention" textStyle="xs">
          {words.featured}
        </Badge>
      ) : null}
    </Flex>
  );
}

function Actions({ post, onEdit, onRemove }: RowProps) {
  const words = useWords(postWords);
  const button = { size: 'xs', variant: 'outline', colorPalette: 'gray' } as const;
  return (
    <Flex gap="2" justify={{ md: 'flex-end' }}>
      <Button {...button} aria-label={words.editNamed(post.title)} onClick={onEdit}>
        {words.edit}
      </Button>
      <Button {...button} aria-label={words.removeNamed(post.title)} onClick={onRemove}>
        {words.remove}
      </Button>
    </Flex>
  );
}

function Title({ post }: { post: BlogPost }) {
  return (
    <Box minW="0">
      <Text fontWeight="medium" overflowWrap="anywhere">
        {post.title}
      </Text>
      <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
        /blog/{post.slug}
      </Text>
    </Box>
  );
}

function columnsOf({ columns }: WordsOf<typeof postWords>): Column<RowProps>[] {
  return [
    { title: columns.title, cell: ({ post }) => <Title post={post} /> },
    { title: columns.status, cell: ({ post }) => <PostStatus post={post} /> },
    { title: columns.views, atEnd: true, cell: ({ post }) => formatNumber(post.views) },
    {
      title: columns.published,
      look: { whiteSpace: 'nowrap' },
      cell: ({ post }) => (post.publishedAt ? formatDate(post.publishedAt) : '–'),
    },
    { title: columns.actions, atEnd: true, cell: (row) => <Actions {...row} /> },
  ];
}

function PostsList(props: { rows: RowProps[] }) {
  return (
    <RecordList
      records={props.rows}
      keyOf={({ post }) => post.id}
      columns={columnsOf(useWords(postWords))}
      renderLines={(row) => (
        <>
          <PostStatus post={row.post} />
          <Title post={row.post} />
          <Actions {...row} />
        </>
      )}
    />
  );
}

function RemoveDialog(props: { post: BlogPost; onClose: () => void }) {
  const { post, onClose } = props;
  const words = useWords(postWords);
  const client = useQueryClient();
  return (
    <ActionDialog
      action={{
        title: words.removeTitle(post.title),
        effect: words.removeEffect,
        confirmLabel: words.removeConfirm,
        destructive: true,
        needsReason: true,
        act: (reason) => removePost(post.id, reason),
        success: words.removed,
      }}
      onDone={() => void client.invalidateQueries({ queryKey: postsKey })}
      onClose={onClose}
    />
  );
}

export function PostsTab() {
  const words = useWords(postWords);
  const general = useWords(adminWords);
  const { query, change } = useFilters();
  const search = searchIn(query);
  const page = pageIn(query);
  const [removing, setRemoving] = useState<BlogPost | null>(null);
  const posts = useQuery(adminPostsQuery(search, page));
  const wanted = query.get('post');
  const edited = useOpened(posts.data?.records, wanted);
  const open = (post: string | null) => change({ post, page: String(page) });
  if (wanted === newPost || edited)
    return (
      <Suspense fallback={<LoadingLines lines={6} height="10" />}>
        <PostEditor key={wanted} post={edited} onClose={() => open(null)} />
      </Suspense>
    );
  return (
    <Panel
      title={general.tabs.blog}
      actions={
        <Button size="sm" onClick={() => open(newPost)}>
          <Plus aria-hidden /> {words.add}
        </Button>
      }
    >
      <Box pb="4">
        <SearchField
          label={words.search}
          value={search}
          onSearch={(text) => change({ search: text || null })}
        />
      </Box>
      <PagedList
        list={posts}
        label={general.tabs.blog}
        countText={words.count}
        page={page}
        pageSize={postsPageSize}
        onPage={(next) => change({ page: String(next) })}
        failure={{ title: words.loadFailed, retryLabel: general.tryAgain }}
        empty={
          <EmptyState icon={FileText} title={search ? words.noneFound : words.none}>
            {search ? null : words.noneHint}
          </EmptyState>
        }
      >
        {(records) => (
          <PostsList
            rows={records.map((post) => ({
              post,
              onEdit: () => open(post.id),
              onRemove: () => setRemoving(post),
            }))}
          />
        )}
      </PagedList>
      {removing ? <RemoveDialog post={removing} onClose={() => setRemoving(null)} /> : null}
    </Panel>
  );
}
