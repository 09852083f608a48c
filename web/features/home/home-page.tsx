/** The start page: what Chalan does, in three steps, and how to try it. */
import { Box, Button, Container, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { FileCheck2, FileUp, ListChecks, ReceiptText, RotateCcw, ShieldCheck } from 'lucide-react';
import { requestSignIn } from '../../lib/sign-in-request.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { paths } from '../../paths.ts';
import { RouteButton } from '../../ui/route-link.tsx';
import { useMe } from '../auth/queries.ts';
import { useSettings } from '../settings/queries.ts';
import { RowPreview } from './row-preview.tsx';

const steps = [
  {
    icon: FileUp,
    title: 'Upload your file',
    text: 'A sheet with one row per EXP, booking or invoice, or a PDF. Each service has a sample to fill in.',
  },
  {
    icon: ListChecks,
    title: 'Check and confirm the price',
    text: 'Every row is read first. You see what is wrong in which cell, what would be right, and what it costs.',
  },
  {
    icon: FileCheck2,
    title: 'Follow it and download',
    text: 'The job works the portal row by row while you do something else. Results and documents wait for you here.',
  },
];

const promises = [
  {
    icon: ReceiptText,
    title: 'You pay for what was done',
    text: 'Credits are reserved when a job starts. Rows that failed for technical reasons give theirs back.',
  },
  {
    icon: RotateCcw,
    title: 'A portal that is down is waited for',
    text: 'The job says since when it waits and goes on by itself. Closing the browser loses nothing.',
  },
  {
    icon: ShieldCheck,
    title: 'Your portal login stays yours',
    text: 'Passwords are stored encrypted, are never shown again, and are used for your own jobs only.',
  },
];

function CallToAction() {
  const me = useMe();
  const settings = useSettings().data;
  return (
    <Stack gap="2">
      <Flex gap="3" wrap="wrap">
        {me.data ? (
          <RouteButton to={paths.dashboard()} size="lg">
            Go to Dashboard
          </RouteButton>
        ) : (
          <Button size="lg" onClick={() => requestSignIn({ mode: 'sign-up' })}>
            Start Free Trial
          </Button>
        )}
        <RouteButton to={paths.services} variant="outline" size="lg">
          Explore Services
        </RouteButton>
      </Flex>
      <Text textStyle="sm" color="fg.muted" minH="5">
        {settings && !me.data
          ? `New accounts start with ${settings.freeTrialCredits} free trial credits.`
          : ''}
      </Text>
    </Stack>
  );
}

export function HomePage() {
  usePageTitle('Export paperwork, done row by row');
  return (
    <>
      <Box bg="bg.panel" borderBottomWidth="1px">
        <Container maxW="7xl" py={{ base: '10', md: '16' }}>
          <Grid
            templateColumns={{ base: '1fr', lg: '1fr 1fr' }}
            gap={{ base: '10', lg: '16' }}
            alignItems="center"
          >
            <Stack gap="5">
              <Heading as="h1" size="2xl">
                Export paperwork, done row by row
              </Heading>
              <Text color="fg.muted" maxW="xl">
                Chalan looks up, downloads and files what an exporter in Bangladesh does by hand on the
                portals. Upload a sheet, and know what happened to every row: what was sent, what came back,
                the document and the credits.
              </Text>
              <CallToAction />
            </Stack>
            <RowPreview />
          </Grid>
        </Container>
      </Box>
      <Container maxW="7xl" py={{ base: '10', md: '14' }}>
        <Heading as="h2" size="lg" mb="6">
          How it works
        </Heading>
        <Grid as="ol" listStyleType="none" templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }} gap="4">
          {steps.map(({ icon: Icon, title, text }, index) => (
            <Box as="li" key={title} bg="bg.panel" borderWidth="1px" borderRadius="l3" p="5">
              <Flex gap="2" align="center" mb="2" color="brand.fg">
                <Icon size={20} aria-hidden />
                <Heading as="h3" size="md" color="fg">
                  {index + 1}. {title}
                </Heading>
              </Flex>
              <Text textStyle="sm" color="fg.muted">
                {text}
              </Text>
            </Box>
          ))}
        </Grid>
        <Heading as="h2" size="lg" mt="12" mb="6">
          What you can count on
        </Heading>
        <Grid templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }} gap="8">
          {promises.map(({ icon: Icon, title, text }) => (
            <Stack key={title} gap="2">
              <Flex gap="2" align="center">
                <Box color="brand.fg">
                  <Icon size={20} aria-hidden />
                </Box>
                <Heading as="h3" size="md">
                  {title}
                </Heading>
              </Flex>
              <Text textStyle="sm" color="fg.muted">
                {text}
              </Text>
            </Stack>
          ))}
        </Grid>
      </Container>
    </>
  );
}
