/** Renders the privacy policy (spec section 2, "Privacy page"), in Bengali or, if English is chosen, in translation. */
import { Box, Container, Flex, Grid, Heading, Link, Stack, Text } from '@chakra-ui/react';
import { usePublicHead } from '#web/lib/use-page-head.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { useSettings } from '#web/features/site/settings-queries.ts';
import type { PolicySection } from './policy.ts';
import { privacyWords } from './words.ts';

const contactSection = 'contact';

function Contents(props: { sections: readonly PolicySection[] }) {
  const words = useWords(privacyWords);
  return (
    <Box as="nav" aria-label={words.contents} position={{ lg: 'sticky' }} top="20" alignSelf="start">
      <Text textStyle="sm" fontWeight="medium" pb="2">
        {words.contents}
      </Text>
      <Stack as="ol" listStyleType="none" gap="1">
        {props.sections.map(({ id, title }) => (
          <li key={id}>
            <Link href={`#${id}`} textStyle="sm" color="fg.muted" minH="6">
              {title}
            </Link>
          </li>
        ))}
      </Stack>
    </Box>
  );
}

function Section(props: { section: PolicySection }) {
  const { id, title, paragraphs, items } = props.section;
  return (
    <Stack as="section" aria-labelledby={id} gap="3">
      <Heading as="h2" size="lg" id={id}>
        {title}
      </Heading>
      {paragraphs.map((text) => (
        <Text key={text}>{text}</Text>
      ))}
      {items.length > 0 ? (
        <Stack as="ul" gap="1.5" ps="5" listStyleType="disc">
          {items.map((item) => (
            <Box as="li" key={item} display="list-item">
              {item}
            </Box>
          ))}
        </Stack>
      ) : null}
      {id === contactSection ? <WaysToWrite /> : null}
    </Stack>
  );
}

function WaysToWrite() {
  const words = useWords(privacyWords);
  const email = useSettings().data?.contactDetails.email;
  return (
    <Flex columnGap="5" rowGap="2" wrap="wrap">
      <RouteLink to={paths.contact()} color="brand.fg" minH="6">
        {words.contactPage}
      </RouteLink>
      {email ? (
        <Link href={`mailto:${email}`} color="brand.fg" minH="6">
          {email}
        </Link>
      ) : null}
    </Flex>
  );
}

export function PrivacyPage() {
  usePublicHead('/privacy');
  const words = useWords(privacyWords);
  return (
    <Container maxW="7xl" py="8">
      <Stack gap="1" pb="8">
        <Heading as="h1" size="xl">
          {words.title}
        </Heading>
        <Text color="fg.muted">{words.updated}</Text>
        {words.translation ? (
          <Text textStyle="sm" color="fg.muted">
            {words.translation}
          </Text>
        ) : null}
      </Stack>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: '14rem minmax(0, 1fr)' }}
        gap={{ base: '6', lg: '12' }}
      >
        <Contents sections={words.sections} />
        <Stack gap="8" maxW="3xl">
          {words.sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
        </Stack>
      </Grid>
    </Container>
  );
}
