/** Renders the site's footer: what Chalan is, links, and contact details (spec section 2, "Footer"). */
import { Box, Container, Flex, Grid, Heading, Link, Stack, Text } from '@chakra-ui/react';
import { useId, useState, type ReactNode } from 'react';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { yearNow } from '#web/lib/dates.ts';
import { localDigits } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { footerWords } from './footer-words.ts';
import { Logo } from './logo.tsx';
import { appWords } from './words.ts';

const link = { color: 'fg.muted', minH: '6' } as const;

const networks = [
  { key: 'facebookUrl', name: 'Facebook' },
  { key: 'linkedinUrl', name: 'LinkedIn' },
  { key: 'youtubeUrl', name: 'YouTube' },
] as const;

function Column(props: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box as="nav" aria-labelledby={id}>
      <Heading as="h2" size="sm" id={id} pb="2">
        {props.title}
      </Heading>
      <Stack gap="1" align="flex-start" textStyle="sm" color="fg.muted">
        {props.children}
      </Stack>
    </Box>
  );
}

function QuickLinks() {
  const words = useWords(appWords);
  return (
    <Column title={useWords(footerWords).links}>
      <RouteLink {...link} to={paths.home}>
        {words.home}
      </RouteLink>
      <RouteLink {...link} to={paths.services}>
        {words.services}
      </RouteLink>
      <RouteLink {...link} to={paths.blog}>
        {words.blog}
      </RouteLink>
      <RouteLink {...link} to={paths.contact()}>
        {words.contact}
      </RouteLink>
    </Column>
  );
}

function ContactInfo() {
  const words = useWords(footerWords);
  const details = useSettings().data?.contactDetails;
  return (
    <Column title={words.contact}>
      <RouteLink {...link} to={paths.contact()}>
        {words.writeToUs}
      </RouteLink>
      {details?.email ? (
        <Link {...link} href={`mailto:${details.email}`}>
          {details.email}
        </Link>
      ) : null}
      {details?.phone ? (
        <Link {...link} href={`tel:${details.phone.replace(/[^+\d]/g, '')}`}>
          {details.phone}
        </Link>
      ) : null}
      {details?.address ? <Text>{details.address}</Text> : null}
    </Column>
  );
}

/** Shows only the networks for which an administrator has entered an address. */
function Social() {
  const words = useWords(footerWords);
  const details = useSettings().data?.contactDetails;
  const known = networks.filter(({ key }) => details?.[key]);
  if (known.length === 0) return null;
  return (
    <Column title={words.social}>
      {known.map(({ key, name }) => (
        <Link key={key} {...link} href={details?.[key]} target="_blank" rel="noopener noreferrer">
          {name}
        </Link>
      ))}
    </Column>
  );
}

export function SiteFooter() {
  const words = useWords(footerWords);
  const [year] = useState(yearNow);
  return (
    <Box as="footer" borderTopWidth="1px" bg="bg.panel" mt="auto">
      <Container maxW="7xl" py="8">
        <Grid
          templateColumns={{
            base: 'repeat(2, minmax(0, 1fr))',
            md: 'minmax(0, 2fr) repeat(3, minmax(0, 1fr))',
          }}
          gap="6"
        >
          <Stack gap="2" maxW="md" gridColumn={{ base: '1 / -1', md: 'auto' }}>
            <Logo />
            <Text textStyle="sm" color="fg.muted">
              {words.blurb}
            </Text>
          </Stack>
          <QuickLinks />
          <ContactInfo />
          <Social />
        </Grid>
        <Flex
          mt="6"
          pt="4"
          borderTopWidth="1px"
          columnGap="6"
          rowGap="2"
          wrap="wrap"
          align="center"
          textStyle="sm"
          color="fg.muted"
        >
          <Text flex="1">{words.rights(localDigits(year))}</Text>
          <RouteLink {...link} to={paths.privacy}>
            {words.privacy}
          </RouteLink>
          <RouteLink {...link} to={paths.contact()}>
            {words.terms}
          </RouteLink>
        </Flex>
      </Container>
    </Box>
  );
}
