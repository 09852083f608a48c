/** Renders the page for unknown addresses (spec section 2, "any other path"). */
import { Button, Container, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useNavigate } from 'react-router-dom';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteButton } from '#web/ui/route-link.tsx';
import { notFoundWords } from './footer-words.ts';
import { appWords } from './words.ts';

export function NotFoundPage() {
  const words = useWords(notFoundWords);
  const { home, services, blog } = useWords(appWords);
  usePageTitle(words.title);
  const navigate = useNavigate();
  // A tab that a link has opened has no page before this one. The home page replaces this page there: otherwise the
  // browser's Back would lead to this page again, and the home page ahead would count as a page to go back to.
  const goBack = () => (window.history.length > 1 ? navigate(-1) : navigate(paths.home, { replace: true }));
  const places = [
    { to: paths.home, label: home },
    { to: paths.services, label: services },
    { to: paths.contact(), label: words.contactUs },
    { to: paths.blog, label: blog },
  ];
  return (
    <Container maxW="2xl" py="20">
      <Stack gap="4">
        <Heading as="h1" size="xl">
          {words.title}
        </Heading>
        <Text color="fg.muted">{words.text}</Text>
        <Flex gap="3" wrap="wrap">
          <Button onClick={() => void goBack()}>{words.goBack}</Button>
          {places.map(({ to, label }) => (
            <RouteButton key={to} to={to} variant="outline" colorPalette="gray">
              {label}
            </RouteButton>
          ))}
        </Flex>
      </Stack>
    </Container>
  );
}
