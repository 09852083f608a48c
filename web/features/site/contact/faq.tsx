/** Renders the FAQ, with one question open at a time. */
import { Box, Button, Heading, Text } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { formatDecimals, formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { faqWords } from './faq-words.ts';
import { contactWords } from './words.ts';

/** The default settings, used until the actual ones have loaded. */
const usual = { creditsPerBDT: 2, freeTrialCredits: 100 };

export function Faq() {
  const words = useWords(contactWords);
  const { questions } = useWords(faqWords);
  const { creditsPerBDT, freeTrialCredits } = useSettings().data ?? usual;
  const [open, setOpen] = useState<number | null>(0);
  const baseId = useId();
  const figures = {
    creditPrice: formatDecimals(1 / creditsPerBDT),
    trialCredits: freeTrialCredits > 0 ? formatNumber(freeTrialCredits) : null,
  };
  return (
    <Box as="section" aria-labelledby={`${baseId}-title`}>
      <Heading as="h2" size="lg" mb="3" id={`${baseId}-title`}>
        {words.faqTitle}
      </Heading>
      <Box bg="bg.panel" borderWidth="1px" borderRadius="l3">
        {questions.map(({ question, answer }, index) => {
          const isOpen = open === index;
          const id = `${baseId}-${index}`;
          return (
            <Box key={question} borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
              <Heading as="h3" size="md">
                <Button
                  id={`${id}-question`}
                  variant="plain"
                  w="full"
                  h="auto"
                  minH="12"
                  px="4"
                  py="2"
                  color="fg"
                  textStyle="md"
                  fontWeight="medium"
                  whiteSpace="normal"
                  textAlign="start"
                  justifyContent="space-between"
                  aria-expanded={isOpen}
                  aria-controls={id}
                  onClick={() => setOpen(isOpen ? null : index)}
                >
                  {question}
                  <Box
                    color="fg.muted"
                    transform={isOpen ? 'rotate(180deg)' : undefined}
                    transitionDuration="fast"
                    transitionProperty="transform"
                  >
                    <ChevronDown aria-hidden />
                  </Box>
                </Button>
              </Heading>
              <Box as="section" id={id} aria-labelledby={`${id}-question`} hidden={!isOpen} px="4" pb="4">
                <Text color="fg.muted" maxW="3xl">
                  {answer(figures)}
                </Text>
              </Box>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
