/** Renders the user menu: name, balance and account links (spec section 2, "Header"). */
import { Badge, Box, Button, Popover, Portal, Stack, Text } from '@chakra-ui/react';
import { ChevronDown, Coins, LayoutDashboard, LogOut, Settings, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contracts/calls/accounts-answers.ts';
import { requestBuyCredits } from '#web/features/payments/purchase-request.ts';
import { creditsText } from '#web/lib/money.ts';
import { formatDecimals } from '#web/lib/numbers.ts';
import { useWords } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { RouteButton } from '#web/ui/route-link.tsx';
import { signOutAndLeave } from './sign-out.ts';
import { userMenuWords } from './user-menu-words.ts';

function Balance(props: { user: User }) {
  const { user } = props;
  const words = useWords(userMenuWords);
  return (
    <Badge colorPalette="brand" textStyle="xs" size="md" fontVariantNumeric="tabular-nums">
      {user.isAdmin ? words.admin : words.credits(formatDecimals(user.credits))}
    </Badge>
  );
}

function Who(props: { user: User }) {
  const { user } = props;
  const words = useWords(userMenuWords);
  return (
    <Box px="2" pt="1" pb="2" borderBottomWidth="1px">
      <Text fontWeight="medium">{user.name}</Text>
      <Text textStyle="xs" color="fg.muted" truncate>
        {user.email}
      </Text>
      {user.isAdmin ? null : (
        <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
          {[
            creditsText(user.credits),
            ...(user.reservedCredits > 0 ? [words.reserved(formatDecimals(user.reservedCredits))] : []),
          ].join(', ')}
        </Text>
      )}
    </Box>
  );
}

const item = {
  variant: 'ghost',
  colorPalette: 'gray',
  size: 'sm',
  // Fingers need more room than a pointer.
  minH: { base: '11', md: '9' },
  w: 'full',
  justifyContent: 'flex-start',
  px: '2',
} as const;

function Items(props: { user: User; onChosen: () => void }) {
  const { user, onChosen } = props;
  const words = useWords(userMenuWords);
  const buyCredits = () => {
    onChosen();
    requestBuyCredits();
  };
  return (
    <Stack gap="1">
      <Who user={user} />
      <RouteButton {...item} to={paths.dashboard()} onClick={onChosen}>
        <LayoutDashboard aria-hidden /> {words.dashboard}
      </RouteButton>
      <RouteButton {...item} to={paths.account()} onClick={onChosen}>
        <Settings aria-hidden /> {words.settings}
      </RouteButton>
      {user.isAdmin ? (
        <RouteButton {...item} to={paths.admin} onClick={onChosen}>
          <ShieldCheck aria-hidden /> {words.adminPanel}
        </RouteButton>
      ) : (
        <Button {...item} onClick={buyCredits}>
          <Coins aria-hidden /> {words.buyCredits}
        </Button>
      )}
      <Button {...item} onClick={() => void signOutAndLeave()}>
        <LogOut aria-hidden /> {words.logout}
      </Button>
    </Stack>
  );
}

export function UserMenu(props: { user: User }) {
  const { user } = props;
  const words = useWords(userMenuWords);
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => setOpen(details.open)}
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <Button variant="ghost" colorPalette="gray" size="sm" px="2" aria-label={words.accountOf(user.name)}>
          <Balance user={user} />
          <Text as="span" hideBelow="lg" truncate maxW="40">
            {user.name}
          </Text>
          <Box hideBelow="sm" asChild>
            <ChevronDown aria-hidden />
          </Box>
        </Button>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content w="64" p="2" aria-label={words.account}>
            <Items user={user} onChosen={() => setOpen(false)} />
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
