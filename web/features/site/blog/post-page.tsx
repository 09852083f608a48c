/** Renders one published post (spec section 2, "Blog single"). */
import { Badge, Box, Container, Flex, Heading, Image, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import type { BlogPost } from '#contracts/calls/site-answers.ts';
import { postHead } from '#contracts/site/pages-heads.ts';
import { NotFoundPage } from '#web/app/not-found-page.tsx';
import { formatDate } from '#web/lib/dates.ts';
import { usePageHead } from '#web/lib/use-page-head.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { AdSlot } from '#web/features/site/ads/ad-slot.tsx';
import { PostBody } from './post-body.tsx';
import { postQuery, reportView } from './queries.ts';
import { blogWords } from './words.ts';

function PostDetails(props: { post: BlogPost }) {
  const { author, publishedAt, views } = props.post;
  const words = useWords(blogWords);
  return (
    <Flex
      columnGap="4"
      rowGap="1"
      wrap="wrap"
      textStyle="sm"
      color="fg.muted"
      fontVariantNumeric="tabular-nums"
    >
      <Text>{words.by(author)}</Text>
      {publishedAt ? <time dateTime={publishedAt}>{words.published(formatDate(publishedAt))}</time> : null}
      <Text>{words.views(views)}</Text>
    </Flex>
  );
}

function Post(props: { post: BlogPost }) {
  const { post } = props;
  const words = useWords(blogWords);
  // Only effects use the head; the server writes its own.
  const origin = typeof location === 'undefined' ? '' : location.origin;
  const { title, description, keywords, path, structured } = postHead(origin, post);
  usePageHead({ title, description, keywords, path, structured: JSON.stringify(structured) });
  useEffect(() => reportView(post.slug), [post.slug]);
  return (
    <Stack as="article" gap="5">
      {post.featuredImage ? (
        <Image
          src={post.featuredImage}
          alt={post.imageAlt}
          w="full"
          maxH="md"
          objectFit="cover"
          borderRadius="l3"
        />
      ) : null}
      <Stack gap="3">
        <Heading as="h1" size="xl" overflowWrap="anywhere">
          {post.title}
        </Heading>
        <PostDetails post={post} />
        <Flex as="ul" listStyleType="none" gap="1.5" wrap="wrap" aria-label={words.tags}>
          {post.tags.map((tag) => (
            <Badge as="li" key={tag} colorPalette="gray" fontWeight="normal">
              {tag}
            </Badge>
          ))}
        </Flex>
      </Stack>
      <AdSlot placement="blog_single_top" />
      <PostBody html={post.content} />
      <AdSlot placement="blog_single_bottom" />
    </Stack>
  );
}

export function PostPage() {
  const { slug = '' } = useParams();
  const words = useWords(blogWords);
  const post = useQuery(postQuery(slug));
  if (post.data === null) return <NotFoundPage />;
  return (
    <Container maxW="3xl" pt="4" pb="6">
      <Box pb="3">
        <BackLink to={paths.blog}>{words.back}</BackLink>
      </Box>
      {post.isPending ? <LoadingLines lines={4} height="16" label={words.loadingPost} /> : null}
      <LoadFailure title={words.postFailed} query={post} />
      {post.data ? <Post post={post.data} /> : null}
    </Container>
  );
}
