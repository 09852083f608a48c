/** The cart: the services in it and the credits to buy for them (spec section 2, "Cart drawer"). */
import { Box, Button, CloseButton, Drawer, Flex, IconButton, Portal, Stack, Text } from '@chakra-ui/react';
import { Minus, Plus, ShoppingCart, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { purchaseRules } from '#contracts/purchase-rules.ts';
import type { CreditSettings } from '#contracts/settings.ts';
import { bdtText, creditsText } from '../../lib/money.ts';
import { paths } from '../../paths.ts';
import { staysOpen } from '../../ui/modal.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states.tsx';
import { useMe } from '../auth/queries.ts';
import { creditsFor, refusalOf } from '../payments/amounts.ts';
import { useSettings } from '../settings/queries.ts';
import { cartAmountBdt, cartCredits, removeItem, steppedCredits, type Cart } from './cart.ts';
import { updateCart, useCart } from './cart-store.ts';
import { useCartPurchase } from './use-cart-purchase.ts';

const { cartStepCredits, cartQuickPicksCredits } = purchaseRules;

/** Whole taka, as every price in the cart. */
const wholeTaka = (amountBdt: number) =>
  `৳${amountBdt.toLocaleString('en-US', { maximumFractionDigits: 0 })}`;

const setCredits = (credits: number) => updateCart((cart) => ({ ...cart, credits }));

function Items(props: { cart: Cart; settings: CreditSettings; onClose: () => void }) {
  const { cart, settings, onClose } = props;
  if (cart.items.length === 0) {
    return (
      <EmptyState icon={ShoppingCart} title="Your cart is empty">
        Add services from the{' '}
        <RouteLink to={paths.services} onClick={onClose} variant="underline" colorPalette="brand">
          catalogue
        </RouteLink>
        , or buy credits alone.
      </EmptyState>
    );
  }
  return (
    <Box as="ul" listStyleType="none" aria-label="Services in the cart">
      {cart.items.map((item) => {
        const credits = settings.serviceCreditsConfig[item.id] ?? item.credits;
        const offered = settings.enabledServices.includes(item.id);
        return (
          <Flex as="li" key={item.id} gap="3" py="2.5" borderBottomWidth="1px" align="flex-start">
            <Stack gap="0" flex="1" minW="0">
              <Text fontWeight="medium">{item.name}</Text>
              <Text textStyle="xs" color="fg.muted">
                {offered ? item.category : 'Switched off at the moment'}
              </Text>
            </Stack>
            <Text textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
              {creditsText(credits)}
              <Text as="span" display="block" textStyle="xs" color="fg.muted">
                {bdtText(credits / settings.creditsPerBDT)} a row
              </Text>
            </Text>
            <IconButton
              size="xs"
              variant="ghost"
              colorPalette="gray"
              aria-label={`Remove ${item.name}`}
              onClick={() => updateCart((current) => removeItem(current, item.id))}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </Flex>
        );
      })}
    </Box>
  );
}

function StepButton(props: { cart: Cart; settings: CreditSettings; direction: 1 | -1 }) {
  const { cart, settings, direction } = props;
  const next = steppedCredits(cart, direction, settings);
  return (
    <IconButton
      size="sm"
      variant="outline"
      colorPalette="gray"
      aria-label={`${cartStepCredits} credits ${direction === 1 ? 'more' : 'fewer'}`}
      disabled={next === null}
      onClick={() => next !== null && setCredits(next)}
    >
      {direction === 1 ? <Plus aria-hidden /> : <Minus aria-hidden />}
    </IconButton>
  );
}

function CreditAmount(props: { cart: Cart; settings: CreditSettings }) {
  const { cart, settings } = props;
  const credits = cartCredits(cart, settings);
  const labelId = useId();
  return (
    <Stack as="section" aria-labelledby={labelId} gap="2.5">
      <Text id={labelId} fontWeight="medium">
        Credits to buy
      </Text>
      <Flex align="center" gap="3">
        <StepButton cart={cart} settings={settings} direction={-1} />
        <Text
          as="output"
          aria-live="polite"
          flex="1"
          textAlign="center"
          textStyle="lg"
          fontWeight="semibold"
          fontVariantNumeric="tabular-nums"
        >
          {creditsText(credits)}
        </Text>
        <StepButton cart={cart} settings={settings} direction={1} />
      </Flex>
      <Flex as="fieldset" aria-label="Quick amounts" gap="2">
        {cartQuickPicksCredits.map((pick) => (
          <Button
            key={pick}
            flex="1"
            minW="0"
            px="1"
            size="sm"
            variant={credits === pick ? 'subtle' : 'outline'}
            colorPalette={credits === pick ? 'brand' : 'gray'}
            aria-pressed={credits === pick}
            disabled={pick < settings.minPurchaseCredits}
            onClick={() => setCredits(pick)}
          >
            {pick.toLocaleString('en-US')}
          </Button>
        ))}
      </Flex>
      <Text textStyle="xs" color="fg.muted">
        At least {creditsText(settings.minPurchaseCredits)}. Credits work for every service and never expire.
      </Text>
    </Stack>
  );
}

function Purchase(props: { cart: Cart; settings: CreditSettings; onClose: () => void }) {
  const { cart, settings, onClose } = props;
  const me = useMe();
  const purchase = useCartPurchase(settings);
  const reasonId = useId();
  const amountBdt = cartAmountBdt(cart, settings);
  const gained = creditsFor(amountBdt, settings);
  const reason = me.data?.isAdmin
    ? 'Administrators have unlimited credits.'
    : refusalOf(amountBdt, 'cart', settings);
  const rounding =
    gained === cartCredits(cart, settings) ? '' : `Rounded to whole taka: you get ${creditsText(gained)}.`;
  return (
    <Stack gap="2" w="full">
      <Flex justify="space-between" align="baseline" gap="3">
        <Text color="fg.muted">Price</Text>
        <Text textStyle="lg" fontWeight="semibold" fontVariantNumeric="tabular-nums">
          {wholeTaka(amountBdt)}
        </Text>
      </Flex>
      <Text id={reasonId} textStyle="xs" color="fg.muted">
        {reason ?? rounding}
      </Text>
      <Button
        disabled={reason !== null || me.isPending}
        aria-describedby={reasonId}
        onClick={() => {
          onClose();
          purchase();
        }}
      >
        Purchase
      </Button>
    </Stack>
  );
}

function Content(props: { settings: CreditSettings; onClose: () => void }) {
  const { settings, onClose } = props;
  const cart = useCart();
  return (
    <>
      <Drawer.Body>
        <Stack gap="5">
          <Items cart={cart} settings={settings} onClose={onClose} />
          <CreditAmount cart={cart} settings={settings} />
        </Stack>
      </Drawer.Body>
      <Drawer.Footer borderTopWidth="1px">
        <Purchase cart={cart} settings={settings} onClose={onClose} />
      </Drawer.Footer>
    </>
  );
}

export function CartDrawer(props: { open: boolean; onClose: () => void }) {
  const { open, onClose } = props;
  const settings = useSettings();
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      size="sm"
      {...staysOpen}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content>
            <Drawer.Header>
              <Drawer.Title>Cart</Drawer.Title>
            </Drawer.Header>
            {settings.data ? (
              <Content settings={settings.data} onClose={onClose} />
            ) : (
              <Drawer.Body>
                {settings.isError ? (
                  <ErrorState
                    title="The prices could not be loaded."
                    error={settings.error}
                    onRetry={() => void settings.refetch()}
                  />
                ) : (
                  <LoadingLines lines={3} label="Loading prices" />
                )}
              </Drawer.Body>
            )}
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" aria-label="Close" />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
