/** Shows the services in the cart and the credits to buy for them (spec section 2, "Cart drawer"). */
import { Box, Button, CloseButton, Drawer, Flex, IconButton, Portal, Stack, Text } from '@chakra-ui/react';
import { Minus, Plus, ShoppingCart, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { purchaseRules } from '#contracts/payments/purchase-rules.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { bdtText, creditsText } from '#web/lib/money.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { findService, serviceName, useCategoryNames } from '#web/lib/services.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { staysOpen } from '#web/ui/modal.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { EmptyState, ErrorState, LoadingLines } from '#web/ui/states.tsx';
import { useMe } from '#web/features/accounts/auth/queries.ts';
import { isOffered } from '#web/features/jobs/catalogue/queries.ts';
import { creditsFor, refusalOf, wholeTaka } from '#web/features/payments/amounts.ts';
import { useSettings } from '#web/features/site/settings-queries.ts';
import { cartAmountBdt, cartCredits, removeItem, steppedCredits, type Cart } from './cart.ts';
import { updateCart, useCart } from './cart-store.ts';
import { useCartPurchase } from './use-cart-purchase.ts';
import { cartWords } from './words.ts';

const { cartStepCredits, cartQuickPicksCredits } = purchaseRules;

const setCredits = (credits: number) => updateCart((cart) => ({ ...cart, credits }));

function Items(props: { cart: Cart; settings: CreditSettings; onClose: () => void }) {
  const { cart, settings, onClose } = props;
  const words = useWords(cartWords);
  const categoryNames = useCategoryNames();
  if (cart.items.length === 0) {
    const { before, link, after } = words.emptyHint;
    return (
      <EmptyState icon={ShoppingCart} title={words.empty}>
        {before}
        <RouteLink to={paths.services} onClick={onClose} variant="underline" colorPalette="brand">
          {link}
        </RouteLink>
        {after}
      </EmptyState>
    );
  }
  return (
    <Box as="ul" listStyleType="none" aria-label={words.inCart}>
      {cart.items.map((item) => {
        const credits = settings.serviceCreditsConfig[item.id] ?? item.credits;
        const offered = isOffered(settings, item.id);
        const name = serviceName(item.id, item.name);
        const known = findService(item.id)?.category;
        const category = known ? categoryNames[known] : item.category;
        return (
          <Flex as="li" key={item.id} gap="3" py="2.5" borderBottomWidth="1px" align="flex-start">
            <Stack gap="0" flex="1" minW="0">
              <Text fontWeight="medium">{name}</Text>
              <Text textStyle="xs" color="fg.muted">
                {offered ? category : words.switchedOff}
              </Text>
            </Stack>
            <Text textAlign="end" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
              {creditsText(credits)}
              <Text as="span" display="block" textStyle="xs" color="fg.muted">
                {words.aRow(bdtText(credits / settings.creditsPerBDT))}
              </Text>
            </Text>
            <IconButton
              size="xs"
              variant="ghost"
              colorPalette="gray"
              aria-label={words.remove(name)}
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
  const words = useWords(cartWords);
  const next = steppedCredits(cart, direction, settings);
  return (
    <IconButton
      size="sm"
      variant="outline"
      colorPalette="gray"
      aria-label={words[direction === 1 ? 'more' : 'fewer'](cartStepCredits)}
      disabled={next === null}
      onClick={() => next !== null && setCredits(next)}
    >
      {direction === 1 ? <Plus aria-hidden /> : <Minus aria-hidden />}
    </IconButton>
  );
}

function CreditAmount(props: { cart: Cart; settings: CreditSettings }) {
  const { cart, settings } = props;
  const words = useWords(cartWords);
  const credits = cartCredits(cart, settings);
  const labelId = useId();
  return (
    <Stack as="section" aria-labelledby={labelId} gap="2.5">
      <Text id={labelId} fontWeight="medium">
        {words.creditsToBuy}
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
      <Flex as="fieldset" aria-label={words.quickAmounts} gap="2">
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
            {formatNumber(pick)}
          </Button>
        ))}
      </Flex>
      <Text textStyle="xs" color="fg.muted">
        {words.atLeast(creditsText(settings.minPurchaseCredits))}
      </Text>
    </Stack>
  );
}

function Purchase(props: { cart: Cart; settings: CreditSettings; onClose: () => void }) {
  const { cart, settings, onClose } = props;
  const words = useWords(cartWords);
  const me = useMe();
  const purchase = useCartPurchase(settings);
  const reasonId = useId();
  const amountBdt = cartAmountBdt(cart, settings);
  const gained = creditsFor(amountBdt, settings);
  const reason = me.data?.isAdmin ? words.unlimited : refusalOf(amountBdt, 'cart', settings);
  const rounding = gained === cartCredits(cart, settings) ? '' : words.rounded(creditsText(gained));
  return (
    <Stack gap="2" w="full">
      <Flex justify="space-between" align="baseline" gap="3">
        <Text color="fg.muted">{words.price}</Text>
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
        {words.purchase}
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
  const words = useWords(cartWords);
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
              <Drawer.Title>{words.cart}</Drawer.Title>
            </Drawer.Header>
            {settings.data ? (
              <Content settings={settings.data} onClose={onClose} />
            ) : (
              <Drawer.Body>
                {settings.isError ? (
                  <ErrorState
                    title={words.pricesFailed}
                    error={settings.error}
                    onRetry={() => void settings.refetch()}
                  />
                ) : (
                  <LoadingLines lines={3} label={words.loadingPrices} />
                )}
              </Drawer.Body>
            )}
            <Drawer.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" aria-label={words.close} />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
