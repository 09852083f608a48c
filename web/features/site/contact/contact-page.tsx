/** Renders the contact page: form, details, Why Choose Us and the FAQ (spec section 2, "Contact page"). */
import { Box, Container, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { usePublicHead } from '#web/lib/use-page-head.ts';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { MarketingFigures } from '#web/features/site/home/marketing-figures.tsx';
import { ContactDetails } from './contact-details.tsx';
import { ContactForm } from './contact-form.tsx';
import { Faq } from './faq.tsx';
import { contactWords } from './words.ts';

export function ContactPage() {
  usePublicHead('/contact');
  const words = useWords(contactWords);
  return (
    <Container maxW="7xl" py="8">
      <Stack gap="8">
        <Stack gap="1">
          <Heading as="h1" size="xl">
            {words.title}
          </Heading>
          <Text color="fg.muted">{words.lead}</Text>
        </Stack>
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.6fr) minmax(0, 1fr)' }}
          gap="6"
          alignItems="start"
        >
          <Panel title={words.formTitle}>
            <ContactForm />
          </Panel>
          <ContactDetails />
        </Grid>
        <Box as="section" aria-labelledby="why">
          <Heading as="h2" size="lg" mb="3" id="why">
            {words.whyTitle}
          </Heading>
          <MarketingFigures
            names={['successRateElsewhere', 'services', 'availability', 'businesses', 'customers']}
          />
        </Box>
        <Faq />
      </Stack>
    </Container>
  );
}
