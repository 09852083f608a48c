/** Renders the page that is shown when a page fails to render or its code could not be fetched. */
import { Button, Container, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { paths } from '#web/paths.ts';
import { useWords } from '#web/lib/words.ts';
import { appWords } from './words.ts';

export function ErrorPage() {
  const words = useWords(appWords);
  usePageTitle(words.broken);
  return (
    <Container maxW="2xl" py="20" role="alert">
      <Stack gap="4">
        <Heading as="h1" size="xl">
          {words.brokenTitle}
        </Heading>
        <Text color="fg.muted">{words.brokenText}</Text>
        <Flex gap="3">
          <Button onClick={() => window.location.reload()}>{words.loadAgain}</Button>
          <Button asChild variant="outline" colorPalette="gray">
            <a href={paths.home}>{words.home}</a>
          </Button>
        </Flex>
      </Stack>
    </Container>
  );
}
