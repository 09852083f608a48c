/** One category of the catalogue: a section that folds away, with its services as cards. */
import { Badge, Box, Button, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { Check, ChevronDown, CircleCheck, Clock } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { creditsText, takaText } from '../../lib/money.ts';
import { plural } from '../../lib/plural.ts';
import { requestSignIn } from '../../lib/sign-in-request.ts';
import { paths } from '../../paths.ts';
import { prefetchPage } from '../../pages.ts';
import { ServiceIcon } from '../../ui/service-icon.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { useMe } from '../auth/queries.ts';
import { addItem } from '../cart/cart.ts';
import { updateCart, useCart } from '../cart/cart-store.ts';
import { totalCost, unitOf, type OfferedService, type ServiceGroup } from './queries.ts';

function UseService(props: { serviceId: string; name: string }) {
  const { serviceId, name } = props;
  const me = useMe();
  const navigate = useNavigate();
  const target = paths.dashboard({ service: serviceId });
  const use = () => {
    if (me.data) void navigate(target);
    else requestSignIn({ mode: 'sign-in', notice: `Sign in to use ${name}.`, returnTo: target });
  };
  return (
    <Button
      size="sm"
      variant="ghost"
      px="2"
      aria-label={`Use this service: ${name}`}
      onClick={use}
      onPointerEnter={() => prefetchPage(target)}
    >
      Use
    </Button>
  );
}

function AddToCart(props: { offer: OfferedService }) {
  const { service, cost } = props.offer;
  const { id, name, category } = service;
  const added = useCart().items.some((item) => item.id === id);
  return (
    <Button
      size="sm"
      variant={added ? 'outline' : 'solid'}
      disabled={added}
      aria-label={added ? `Added to Cart: ${name}` : `Add to Cart: ${name}`}
      onClick={() => updateCart((cart) => addItem(cart, { id, name, category, credits: cost }))}
    >
      {added ? <Check aria-hidden /> : null}
      {added ? 'Added to Cart' : 'Add to Cart'}
    </Button>
  );
}

function ServiceCard(props: { offer: OfferedService; creditsPerBDT: number }) {
  const { service, cost } = props.offer;
  const available = service.availability === 'available';
  return (
    <Stack
      as="article"
      aria-label={service.name}
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      p="4"
      gap="3"
      minW="0"
    >
      <Flex gap="2" align="center" color={available ? 'brand.fg' : 'fg.muted'}>
        <ServiceIcon name={service.icon} />
        <Heading as="h3" size="md" color="fg" flex="1" minW="0">
          {service.name}
        </Heading>
        {available ? (
          <StatusTag tone="brand" icon={CircleCheck} label="Available" />
        ) : (
          <StatusTag tone="gray" icon={Clock} label="Not yet available" />
        )}
      </Flex>
      <Text textStyle="sm" color="fg.muted">
        {service.description}
      </Text>
      <Flex as="ul" listStyleType="none" wrap="wrap" gap="1.5" aria-label="Features">
        {service.features.map((feature) => (
          <Badge as="li" key={feature} colorPalette="gray" whiteSpace="normal" fontWeight="normal" py="0.5">
            {feature}
          </Badge>
        ))}
      </Flex>
      <Flex mt="auto" pt="1" align="center" justify="space-between" gap="3" wrap="wrap" minH="10">
        <Text textStyle="sm" fontVariantNumeric="tabular-nums">
          <b>{creditsText(cost)}</b>{' '}
          <Text as="span" color="fg.muted">
            {takaText(cost, props.creditsPerBDT)} per {unitOf(service)}
          </Text>
        </Text>
        {available ? (
          <Flex gap="1" ms="auto">
            <UseService serviceId={service.id} name={service.name} />
            <AddToCart offer={props.offer} />
          </Flex>
        ) : null}
      </Flex>
    </Stack>
  );
}

export function CategorySection(props: { group: ServiceGroup; creditsPerBDT: number }) {
  const { category, services } = props.group;
  const [open, setOpen] = useState(true);
  const contentId = useId();
  return (
    <Box as="section" aria-label={category}>
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
            {category}
          </Text>
          <Text as="span" ms="auto" textStyle="sm" fontWeight="normal" color="fg.muted" textAlign="end">
            {plural(services.length, 'service')}, {creditsText(totalCost(services))}
          </Text>
        </Button>
      </Heading>
      <Grid
        id={contentId}
        hidden={!open}
        display={open ? 'grid' : 'none'}
        templateColumns={{ base: '1fr', md: 'repeat(2, 1fr)', xl: 'repeat(3, 1fr)' }}
        gap="4"
        pt="4"
      >
        {services.map((offer) => (
          <ServiceCard key={offer.service.id} offer={offer} creditsPerBDT={props.creditsPerBDT} />
        ))}
      </Grid>
    </Box>
  );
}
