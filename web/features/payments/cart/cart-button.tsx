/** Renders the cart button in the header: the number of services in the cart, and the drawer it opens. */
import { Badge, IconButton } from '@chakra-ui/react';
import { ShoppingCart } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { useCart } from './cart-store.ts';
import { useSettleCart } from './use-cart-purchase.ts';
import { cartWords } from './words.ts';

const loadDrawer = () => import('./cart-drawer.tsx');
const CartDrawer = lazy(() => loadDrawer().then((module) => ({ default: module.CartDrawer })));
// A failed prefetch is ignored; opening the cart reports the error.
const prefetchDrawer = () => void loadDrawer().catch(() => undefined);

/** With `onlyWithItems`, an empty cart shows no button. */
export function CartButton(props: { onlyWithItems?: boolean }) {
  const { onlyWithItems = false } = props;
  const words = useWords(cartWords);
  const count = useCart().items.length;
  const [state, setState] = useState<'never-opened' | 'open' | 'closed'>('never-opened');
  useSettleCart();
  return (
    <>
      {onlyWithItems && count === 0 ? null : (
        <IconButton
          variant="ghost"
          colorPalette="gray"
          size="sm"
          position="relative"
          me={{ base: '1', sm: '0' }}
          aria-label={count > 0 ? words.cartWith(count) : words.cart}
          aria-haspopup="dialog"
          onPointerEnter={prefetchDrawer}
          onFocus={prefetchDrawer}
          onClick={() => setState('open')}
        >
          <ShoppingCart aria-hidden />
          {count > 0 ? (
            <Badge
              variant="solid"
              colorPalette="brand"
              size="xs"
              textStyle="xs"
              borderRadius="full"
              position="absolute"
              top="0"
              insetEnd={{ base: '0', sm: '-1' }}
              aria-hidden
            >
              {formatNumber(count)}
            </Badge>
          ) : null}
        </IconButton>
      )}
      <Suspense>
        {state === 'never-opened' ? null : (
          <CartDrawer open={state === 'open'} onClose={() => setState('closed')} />
        )}
      </Suspense>
    </>
  );
}
