/** Any address that is not ours. */
import { Button, Container, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useNavigate } from 'react-router-dom';
import { usePageTitle } from '../lib/use-page-title.ts';
import { paths } from '../paths.ts';
import { RouteButton } from '../ui/route-link.tsx';

export function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  const navigate = useNavigate();
  return (
    <Container maxW="2xl" py="20">
      <Stack gap="4">
        <Heading as="h1" size="xl">
          404 Page Not Found
        </Heading>
        <Text color="fg.muted">
          There is no page at this address. It may have moved, or the link may be incomplete.
        </Text>
        <Flex gap="3" wrap="wrap">
          <Button onClick={() => void navigate(-1)}>Go Back</Button>
          <RouteButton to={paths.home} variant="outline" colorPalette="gray">
            Home
          </RouteButton>
          <RouteButton to={paths.services} variant="outline" colorPalette="gray">
            Services
          </RouteButton>
        </Flex>
      </Stack>
    </Container>
  );
}
