/** What shows when a page breaks or its code could not be fetched. */
import { Button, Container, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';

export function ErrorPage() {
  usePageTitle('Something went wrong');
  return (
    <Container maxW="2xl" py="20" role="alert">
      <Stack gap="4">
        <Heading as="h1" size="xl">
          This page could not be shown
        </Heading>
        <Text color="fg.muted">
          Your jobs go on by themselves and nothing is lost. Load the page again; if it still fails, check
          your connection.
        </Text>
        <Flex gap="3">
          <Button onClick={() => window.location.reload()}>Load Again</Button>
          <Button asChild variant="outline" colorPalette="gray">
            <a href={paths.home}>Home</a>
          </Button>
        </Flex>
      </Stack>
    </Container>
  );
}
