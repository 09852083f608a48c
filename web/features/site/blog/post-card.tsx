/** Renders one post of the list: picture, metadata, title, excerpt and a link to the full post. */
import { Badge, Box, Flex, Heading, Image, Stack, Text } from '@chakra-ui/react';
import { ArrowRight, Star } from 'lucide-react';
import type { BlogSummary } from '#contracts/site/blog.ts';
import { formatDate } from '#web/lib/dates.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { StatusTag } from '#web/ui/status-tag.tsx';
import { blogWords } from './words.ts';

const tagsShown = 3;

export function PostCard(props: { post: BlogSummary }) {
  const { post } = props;
  const words = useWords(blogWords);
  const details = [...(post.publishedAt ? [formatDate(post.publishedAt)] : []), words.views(post.views)];
  return (
    <Stack
      as="article"
      aria-label={post.title}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      overflow="hidden"
      gap="0"
      minW="0"
    >
      {post.featuredImage ? (
        <Image
          src={post.featuredImage}
          alt={post.imageAlt}
          loading="lazy"
          aspectRatio="16 / 9"
          objectFit="cover"
          w="full"
        />
      ) : null}
      <Stack p="4" gap="2" flex="1">
        <Flex columnGap="3" rowGap="1" align="center" wrap="wrap" textStyle="xs" color="fg.muted" minH="6">
          {post.featured ? <StatusTag tone="attention" icon={Star} label={words.featured} /> : null}
          {details.map((detail) => (
            <Text as="span" key={detail} fontVariantNumeric="tabular-nums">
              {detail}
            </Text>
          ))}
        </Flex>
        <Heading as="h2" size="md" overflowWrap="anywhere">
          <RouteLink to={paths.post(post.slug)} color="fg">
            {post.title}
          </RouteLink>
        </Heading>
        <Text textStyle="sm" color="fg.muted" lineClamp={3}>
          {post.excerpt}
        </Text>
        <Flex gap="1.5" wrap="wrap">
          {post.tags.slice(0, tagsShown).map((tag) => (
            <Badge key={tag} colorPalette="gray" fontWeight="normal">
              {tag}
            </Badge>
          ))}
        </Flex>
        <Flex mt="auto" pt="2" justify="space-between" align="center" gap="3" textStyle="sm">
          <Text color="fg.muted" truncate>
            {words.by(post.author)}
          </Text>
          <RouteLink
            to={paths.post(post.slug)}
            aria-label={words.readMoreOf(post.title)}
            color="brand.fg"
            minH="6"
            flexShrink="0"
          >
            {words.readMore}
            <Box asChild>
              <ArrowRight size={16} aria-hidden />
            </Box>
          </RouteLink>
        </Flex>
      </Stack>
    </Stack>
  );
}
