/** Renders the home page (spec section 2, "Home"): what Chalan does, its figures, and how to try it. */
import { Box, Container, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import {
  Check,
  FileCheck2,
  FileUp,
  Hourglass,
  ListChecks,
  ReceiptText,
  Rows3,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';
import { formatNumber } from '#web/lib/numbers.ts';
import { usePublicHead } from '#web/lib/use-page-head.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteButton } from '#web/ui/route-link.tsx';
import { useMe } from '#web/features/accounts/auth/queries.ts';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { MarketingFigures } from './marketing-figures.tsx';
import { RowPreview } from './row-preview.tsx';
import { homeWords } from './words.ts';

const featureIcons: readonly LucideIcon[] = [Rows3, ReceiptText, Hourglass, ShieldCheck];
const stepIcons: readonly LucideIcon[] = [FileUp, ListChecks, FileCheck2];
const quiet = { variant: 'outline', colorPalette: 'gray', size: 'lg' } as const;
const demo = paths.contact({ subject: 'sales' });

function Hero() {
  const words = useWords(homeWords);
  const isSignedIn = Boolean(useMe().data);
  return (
    <Box bg="bg.panel" borderBottomWidth="1px">
      <Container maxW="7xl" py={{ base: '10', md: '16' }}>
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }}
          gap={{ base: '8', lg: '16' }}
          alignItems="center"
        >
          <Stack gap="5">
            <Heading as="h1" size="2xl">
              {words.headline}
            </Heading>
            <Text color="fg.muted" maxW="xl">
              {words.lead}
            </Text>
            <Flex gap="3" wrap="wrap">
              <RouteButton to={paths.services} size="lg">
                {words.explore}
              </RouteButton>
              <RouteButton {...quiet} to={demo}>
                {words.bookDemo}
              </RouteButton>
              <RouteButton {...quiet} to={isSignedIn ? paths.dashboard() : paths.signUp}>
                {isSignedIn ? words.toDashboard : words.createAccount}
              </RouteButton>
            </Flex>
          </Stack>
          <RowPreview />
        </Grid>
        <Box as="section" aria-label={words.figuresTitle} mt={{ base: '8', md: '12' }}>
          <MarketingFigures
            names={[
              'services',
              'successRate',
              'availability',
              'dailyProcesses',
              'businesses',
              'rowsDone',
              'customers',
            ]}
          />
        </Box>
      </Container>
    </Box>
  );
}

function Card(props: { icon: LucideIcon; title: string; text: string }) {
  const { icon: Icon, title, text } = props;
  return (
    <Stack gap="2" bg="bg.panel" borderWidth="1px" borderRadius="l3" p="5" h="full">
      <Box color="brand.fg">
        <Icon size={20} aria-hidden />
      </Box>
      <Heading as="h3" size="md">
        {title}
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {text}
      </Text>
    </Stack>
  );
}

function Features() {
  const words = useWords(homeWords);
  return (
    <Box as="section" aria-labelledby="features">
      <Heading as="h2" size="lg" mb="4" id="features">
        {words.featuresTitle}
      </Heading>
      <Grid templateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)', xl: 'repeat(4, 1fr)' }} gap="4">
        {words.features.map((feature, index) => (
          <Card key={feature.title} icon={featureIcons[index] ?? Rows3} {...feature} />
        ))}
      </Grid>
    </Box>
  );
}

function Checklist() {
  const words = useWords(homeWords);
  return (
    <Box
      as="section"
      aria-labelledby="checklist"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      p={{ base: '5', md: '8' }}
    >
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1.6fr)' }}
        gap={{ base: '5', lg: '10' }}
      >
        <Stack gap="2">
          <Heading as="h2" size="lg" id="checklist">
            {words.checklistTitle}
          </Heading>
          <Text color="fg.muted">{words.checklistLead}</Text>
        </Stack>
        <Grid
          as="ul"
          listStyleType="none"
          templateColumns={{ base: '1fr', md: '1fr 1fr' }}
          columnGap="6"
          rowGap="3"
        >
          {words.checklist.map((item) => (
            <Flex as="li" key={item} gap="2" textStyle="sm">
              <Box color="brand.fg" flexShrink="0" pt="0.5">
                <Check size={16} aria-hidden />
              </Box>
              {item}
            </Flex>
          ))}
        </Grid>
      </Grid>
    </Box>
  );
}

function Steps() {
  const words = useWords(homeWords);
  return (
    <Box as="section" aria-labelledby="steps">
      <Heading as="h2" size="lg" mb="4" id="steps">
        {words.stepsTitle}
      </Heading>
      <Grid as="ol" listStyleType="none" templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }} gap="4">
        {words.steps.map(({ title, text }, index) => (
          <Box as="li" key={title}>
            <Card
              icon={stepIcons[index] ?? FileUp}
              title={`${formatNumber(index + 1)}. ${title}`}
              text={text}
            />
          </Box>
        ))}
      </Grid>
    </Box>
  );
}

function CallToAction() {
  const words = useWords(homeWords);
  const settings = useSettings().data;
  const trialCredits = settings?.freeTrialCredits ?? 0;
  // Only a new account gets trial credits.
  const isTrial = !useMe().data && (!settings || trialCredits > 0);
  const offer = trialCredits > 0 ? words.ctaText(formatNumber(trialCredits)) : words.ctaTextWithoutTrial;
  return (
    <Box as="section" aria-labelledby="try" bg="brand.subtle" borderRadius="l3" p={{ base: '5', md: '8' }}>
      <Flex
        gap="5"
        justify="space-between"
        align={{ md: 'center' }}
        direction={{ base: 'column', md: 'row' }}
      >
        <Stack gap="1">
          <Heading as="h2" size="lg" id="try">
            {words.ctaTitle}
          </Heading>
          <Text minH="6">{settings ? offer : ''}</Text>
        </Stack>
        <Flex gap="3" wrap="wrap" flexShrink="0">
          <RouteButton to={paths.services}>{isTrial ? words.startTrial : words.explore}</RouteButton>
          <RouteButton to={demo} variant="outline">
            {words.contactSales}
          </RouteButton>
        </Flex>
      </Flex>
    </Box>
  );
}

export function HomePage() {
  usePublicHead('/');
  return (
    <>
      <Hero />
      <Container maxW="7xl" py={{ base: '8', md: '12' }}>
        <Stack gap={{ base: '8', md: '12' }}>
          <Features />
          <Checklist />
          <Steps />
          <CallToAction />
        </Stack>
      </Container>
    </>
  );
}
