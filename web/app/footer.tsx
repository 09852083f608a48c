/** What Chalan is and where to go, at the end of every page. */
import { Box, Container, Flex, Stack, Text } from '@chakra-ui/react';
import { paths } from '../paths.ts';
import { RouteLink } from '../ui/route-link.tsx';
import { Logo } from './logo.tsx';

export function Footer() {
  return (
    <Box as="footer" borderTopWidth="1px" bg="bg.panel" mt="auto">
      <Container maxW="7xl" py="8">
        <Flex direction={{ base: 'column', md: 'row' }} justify="space-between" gap="6">
          <Stack gap="2" maxW="md">
            <Logo />
            <Text textStyle="sm" color="fg.muted">
              Export paperwork for Bangladeshi exporters, done row by row. Results are kept for 7 days,
              uploads are deleted within 24 hours.
            </Text>
          </Stack>
          <Box as="nav" aria-label="Footer">
            <Flex gap="6" textStyle="sm" color="fg.muted">
              <RouteLink to={paths.home} color="fg.muted" minH="6">
                Home
              </RouteLink>
              <RouteLink to={paths.services} color="fg.muted" minH="6">
                Services
              </RouteLink>
            </Flex>
          </Box>
        </Flex>
      </Container>
    </Box>
  );
}
