/** Renders the one quiet line below the pages of the application. */
import { Container, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { yearNow } from '#web/lib/dates.ts';
import { localDigits } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { footerWords } from '#web/app/footer-words.ts';

const link = { color: 'fg.muted', minH: { base: '11', md: '6' }, alignItems: 'center' } as const;

export function QuietFooter() {
  const words = useWords(footerWords);
  const [year] = useState(yearNow);
  return (
    <Container as="footer" maxW="7xl" py={{ base: '1', md: '3' }}>
      <Flex wrap="wrap" align="center" columnGap="5" textStyle="xs" color="fg.muted">
        <Text flex={{ base: '1 0 100%', md: '1' }}>{words.rights(localDigits(year))}</Text>
        <RouteLink {...link} to={paths.privacy}>
          {words.privacy}
        </RouteLink>
        <RouteLink {...link} to={paths.contact()}>
          {words.terms}
        </RouteLink>
        <RouteLink {...link} to={paths.contact()}>
          {words.contact}
        </RouteLink>
      </Flex>
    </Container>
  );
}
