/** Renders the page that a customer sees after deleting the account. */
import { Box, Container, Heading, Stack, Text } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteButton } from '#web/ui/route-link.tsx';
import { accountWords } from './words.ts';

export function AccountDeletedPage() {
  const words = useWords(accountWords);
  usePageTitle(words.deletedTitle);
  return (
    <Container maxW="lg" py="16">
      <Stack gap="3" align="center" textAlign="center">
        <Box color="fg.success">
          <CircleCheck size={20} aria-hidden />
        </Box>
        <Heading as="h1" size="lg">
          {words.deletedTitle}
        </Heading>
        <Text color="fg.muted">{words.deletedText}</Text>
        <RouteButton to={paths.home} size="sm" variant="outline" colorPalette="gray" mt="2">
          {words.deletedHome}
        </RouteButton>
      </Stack>
    </Container>
  );
}
