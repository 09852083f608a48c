/** Renders one category of the catalogue as a collapsible section of service cards. */
import { Badge, Box, Button, chakra, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { Check, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { creditsText, takaText } from '#web/lib/money.ts';
import { requestSignIn } from '#web/lib/sign-in-request.ts';
import { useCategoryNames, useServiceTexts } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { prefetchPage } from '#web/pages.ts';
import { ServiceIcon } from '#web/ui/service-icon.tsx';
import { useMe } from '#web/features/accounts/auth/queries.ts';
import { addItem } from '#web/features/payments/cart/cart.ts';
import { updateCart, useCart } from '#web/features/payments/cart/cart-store.ts';
import { totalCost, unitOf, type ListedService, type ServiceGroup } from './queries.ts';
import { unavailableWords } from './unavailable-words.ts';
import { catalogueWords } from './words.ts';

function UseService(props: { serviceId: string; name: string }) {
  const { serviceId, name } = props;
  const words = useWords(catalogueWords);
  const me = useMe();
  const navigate = useNavigate();
  const target = paths.dashboard({ service: serviceId });
  const use = () => {
    // As long as it is unknown whether somebody is signed in, the page behind the link waits for the answer.
    if (me.data === null)
      requestSignIn({ mode: 'sign-in', notice: words.signInToUse(name), returnTo: target });
    else void navigate(target);
  };
  return (
    <Button
      size="sm"
      aria-label={words.namedUse(name)}
      onClick={use}
      onPointerEnter={() => prefetchPage(target)}
    >
      {words.use}
    </Button>
  );
}

function AddToCart(props: { offer: ListedService }) {
  const { service, cost } = props.offer;
  const { id, category } = service;
  const words = useWords(catalogueWords);
  const { name } = useServiceTexts(service);
  const added = useCart().items.some((item) => item.id === id);
  return (
    <Button
      size="sm"
      variant={added ? 'outline' : 'ghost'}
      px="2"
      disabled={added}
      aria-label={added ? words.addedNamed(name) : words.addNamed(name)}
      onClick={() => updateCart((cart) => addItem(cart, { id, name: service.name, category, credits: cost }))}
    >
      {added ? <Check aria-hidden /> : null}
      {added ? words.added : words.add}
    </Button>
  );
}

/** Made for scanning: name and price are in the first line, and everything longer is behind Details. */
function ServiceCard(props: { offer: ListedService; creditsPerBDT: number }) {
  const { service, cost, unavailable } = props.offer;
  const words = useWords(catalogueWords);
  const { reasons } = useWords(unavailableWords);
  const texts = useServiceTexts(service);
  return (
    <Stack
      as="article"
      aria-label={texts.name}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      p="3"
      gap="2"
      minW="0"
      css={{ '&:has(details[open]) [data-description]': { WebkitLineClamp: 'unset' } }}
    >
      <Flex gap="2" align="baseline" color="brand.fg">
        <Box alignSelf="center">
          <ServiceIcon name={service.icon} />
        </Box>
        <Heading as="h3" size="sm" color="fg" flex="1" minW="0">
          {texts.name}
        </Heading>
        <Text
          textStyle="sm"
          color="fg"
          fontWeight="semibold"
          fontVariantNumeric="tabular-nums"
          flexShrink="0"
        >
          {creditsText(cost)}
        </Text>
      </Flex>
      <Text textStyle="sm" color="fg.muted" lineClamp={2} data-description="">
        {texts.description}
      </Text>
      <chakra.details textStyle="xs">
        <chakra.summary cursor="pointer" color="brand.fg" minH="6" aria-label={words.detailsOf(texts.name)}>
          {words.details}
        </chakra.summary>
        <Flex as="ul" listStyleType="none" wrap="wrap" gap="1" pt="1" aria-label={words.features}>
          {texts.features.map((feature) => (
            <Badge as="li" key={feature} colorPalette="gray" whiteSpace="normal" fontWeight="normal" py="0.5">
              {feature}
            </Badge>
          ))}
        </Flex>
      </chakra.details>
      <Flex mt="auto" align="center" gap="1" wrap="wrap">
        {unavailable ? (
          <Badge colorPalette="gray" whiteSpace="normal">
            {reasons[unavailable]}
          </Badge>
        ) : (
          <>
            <UseService serviceId={service.id} name={texts.name} />
            <AddToCart offer={props.offer} />
          </>
        )}
        <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums" ms="auto">
          {words.per[unitOf(service)](takaText(cost, props.creditsPerBDT))}
        </Text>
      </Flex>
    </Stack>
  );
}

export function CategorySection(props: { group: ServiceGroup; creditsPerBDT: number }) {
  const { category, services } = props.group;
  const words = useWords(catalogueWords);
  const name = useCategoryNames()[category];
  const [open, setOpen] = useState(true);
  const contentId = useId();
  return (
    <Box as="section" aria-label={name}>
      <Heading as="h2" size="md" borderBottomWidth="1px">
        <Button
          variant="plain"
          w="full"
          px="0"
          h="auto"
          minH="10"
          color="fg"
          justifyContent="flex-start"
          whiteSpace="normal"
          textStyle="md"
          aria-expanded={open}
          aria-controls={contentId}
          onClick={() => setOpen(!open)}
        >
          <Box
            transform={open ? undefined : 'rotate(-90deg)'}
            transitionDuration="fast"
            transitionProperty="transform"
          >
            <ChevronDown aria-hidden />
          </Box>
          <Text as="span" fontWeight="semibold" textAlign="start">
            {name}
          </Text>
          <Text as="span" ms="auto" textStyle="sm" fontWeight="normal" color="fg.muted" textAlign="end">
            {words.categoryTotals(services.length, creditsText(totalCost(services)))}
          </Text>
        </Button>
      </Heading>
      <Grid
        id={contentId}
        hidden={!open}
        display={open ? 'grid' : 'none'}
        templateColumns={{ base: '1fr', md: 'repeat(2, 1fr)', xl: 'repeat(3, 1fr)' }}
        gap="3"
        pt="3"
      >
        {services.map((offer) => (
          <ServiceCard key={offer.service.id} offer={offer} creditsPerBDT={props.creditsPerBDT} />
        ))}
      </Grid>
    </Box>
  );
}
