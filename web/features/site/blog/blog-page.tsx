/** Renders the blog's list: search, categories and posts as cards (spec section 2, "Blog listing"). */
import { Box, Container, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { limits } from '#contracts/limits.ts';
import { useFilters } from '#web/lib/use-filters.ts';
import { usePublicHead } from '#web/lib/use-page-head.ts';
import { useWords } from '#web/lib/words.ts';
import { Pager } from '#web/ui/pager.tsx';
import { PastTheEnd } from '#web/ui/past-the-end.tsx';
import { paths } from '#web/paths.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { WithoutScripts, WithScripts } from '#web/ui/scripting.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { SearchForm } from '#web/ui/search-form.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { AdSlot } from '#web/features/site/ads/ad-slot.tsx';
import { PostCard } from './post-card.tsx';
import { blogViewIn, postsQuery, type BlogView } from './queries.ts';
import { blogWords } from './words.ts';

const allCategories = 'all';

type Change = ReturnType<typeof useFilters>['change'];

function Filters(props: { view: BlogView; tags: readonly string[]; change: Change }) {
  const { view, tags, change } = props;
  const words = useWords(blogWords);
  // A tag from the address stays an option while the list loads, and when no post has it any more.
  const known = view.tag && !tags.includes(view.tag) ? [view.tag, ...tags] : tags;
  const choices = [
    { value: allCategories, label: words.allCategories },
    ...known.map((tag) => ({ value: `#${tag}`, label: tag })),
  ];
  return (
    <Flex columnGap="4" rowGap="3" align="flex-end" wrap="wrap">
      <Box w={{ base: 'full', sm: '72' }}>
        <SearchForm action={paths.blog}>
          <SearchField
            label={words.search}
            name="search"
            value={view.search}
            onSearch={(search) => change({ search: search || null })}
          />
        </SearchForm>
      </Box>
      <WithScripts>
        <Box w={{ base: 'full', sm: '56' }}>
          <SelectField
            label={words.category}
            choices={choices}
            value={view.tag ? `#${view.tag}` : allCategories}
            onChange={(choice) => change({ tag: choice === allCategories ? null : choice.slice(1) })}
          />
        </Box>
      </WithScripts>
      <WithoutScripts>
        <Flex as="nav" aria-label={words.categories} columnGap="4" rowGap="1" wrap="wrap">
          <RouteLink to={paths.blog}>{words.allCategories}</RouteLink>
          {known.map((tag) => (
            <RouteLink key={tag} to={`${paths.blog}?${new URLSearchParams({ tag }).toString()}`}>
              {tag}
            </RouteLink>
          ))}
        </Flex>
      </WithoutScripts>
    </Flex>
  );
}

function Posts(props: { view: BlogView; change: Change; list: ReturnType<typeof usePosts> }) {
  const { view, change, list } = props;
  const words = useWords(blogWords);
  if (list.isPending) return <LoadingLines lines={3} height="40" label={words.loading} />;
  if (!list.data)
    return <ErrorState title={words.failed} error={list.error} onRetry={() => void list.refetch()} />;
  const { posts, totalCount } = list.data;
  if (posts.length === 0)
    return (
      <Box bg="bg.panel" borderWidth="1px" borderRadius="l3">
        {totalCount > 0 ? (
          <PastTheEnd onFirst={() => change({ page: null })} />
        ) : (
          <EmptyState icon={Newspaper} title={words.noneTitle}>
            {words.noneText}
          </EmptyState>
        )}
      </Box>
    );
  return (
    <Box opacity={list.isPlaceholderData ? 0.6 : 1} aria-busy={list.isPlaceholderData}>
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
          xl: 'repeat(3, minmax(0, 1fr))',
        }}
        gap="4"
      >
        {posts.map((post) => (
          <PostCard key={post.id} post={post} />
        ))}
      </Grid>
      <Pager
        label={words.pages}
        current={view.page}
        total={Math.ceil(totalCount / limits.blogPageSize)}
        onPage={(page) => change({ page: String(page) })}
      />
    </Box>
  );
}

const usePosts = (view: BlogView) => useQuery(postsQuery(view));

export function BlogPage() {
  usePublicHead('/blog');
  const words = useWords(blogWords);
  const { query, change } = useFilters();
  const view = blogViewIn(query);
  const list = usePosts(view);
  const isFiltered = view.search !== '' || view.tag !== '';
  return (
    <>
      <Box bg="bg.panel" borderBottomWidth="1px">
        <Container maxW="7xl" py={{ base: '8', md: '10' }}>
          <Stack gap="2">
            <Heading as="h1" size="xl">
              {words.title}
            </Heading>
            <Text color="fg.muted" maxW="2xl">
              {words.lead}
            </Text>
          </Stack>
        </Container>
      </Box>
      <Container maxW="7xl" py="6">
        <Stack gap="6">
          <AdSlot placement="blog_listing_top" />
          <Filters view={view} tags={list.data?.tags ?? []} change={change} />
          <Text srOnly aria-live="polite">
            {isFiltered && list.data ? words.found(list.data.totalCount) : ''}
          </Text>
          <Posts view={view} change={change} list={list} />
          <AdSlot placement="blog_listing_bottom" />
        </Stack>
      </Container>
    </>
  );
}
