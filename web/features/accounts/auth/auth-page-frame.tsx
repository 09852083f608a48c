/** Renders the narrow frame of the pages that the links in our emails open. */
import { Box, Container, Heading, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export function AuthPageFrame(props: { title: string; children: ReactNode }) {
  return (
    <Container maxW="lg" py={{ base: '6', md: '16' }}>
      <Box bg="bg.panel" borderWidth="1px" borderRadius="l3" p={{ base: '5', md: '8' }}>
        <Stack gap="5">
          <Heading as="h1" size="lg">
            {props.title}
          </Heading>
          {props.children}
        </Stack>
      </Box>
    </Container>
  );
}
