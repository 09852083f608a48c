/** Name, balance and the account's links (spec section 2, "Header"). */
import { Badge, Box, Button, Popover, Portal, Stack, Text } from '@chakra-ui/react';
import { ChevronDown, Coins, LayoutDashboard, LogOut, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contracts/auth.ts';
import { formatDecimals } from '../lib/numbers.ts';
import { requestBuyCredits } from '../features/payments/purchase-request.ts';
import { creditsText } from '../lib/money.ts';
import { paths } from '../paths.ts';
import { RouteButton } from '../ui/route-link.tsx';
import { signOutAndLeave } from './sign-out.ts';

function Balance(props: { user: User }) {
  const { user } = props;
  return (
    <Badge colorPalette="brand" textStyle="xs" size="md">
      {user.isAdmin ? 'Admin' : `${formatDecimals(user.credits)} cr`}
    </Badge>
  );
}

function Who(props: { user: User }) {
  const { user } = props;
  const reserved =
    user.reservedCredits > 0 ? `, ${formatDecimals(user.reservedCredits)} reserved for running jobs` : '';
  return (
    <Box px="2" pt="1" pb="2" borderBottomWidth="1px">
      <Text fontWeight="medium">{user.name}</Text>
      <Text textStyle="xs" color="fg.muted" truncate>
        {user.email}
      </Text>
      {user.isAdmin ? null : (
        <Text textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
          {creditsText(user.credits)}
          {reserved}
        </Text>
      )}
    </Box>
  );
}

export function UserMenu(props: { user: User }) {
  const { user } = props;
  const [open, setOpen] = useState(false);

  const item = {
    variant: 'ghost',
    colorPalette: 'gray',
    size: 'sm',
    w: 'full',
    justifyContent: 'flex-start',
    px: '2',
  } as const;
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => setOpen(details.open)}
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <Button variant="ghost" colorPalette="gray" size="sm" px="2" aria-label={`Account of ${user.name}`}>
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
          <Popover.Content w="64" p="2" aria-label="Account">
            <Stack gap="1">
              <Who user={user} />
              <RouteButton {...item} to={paths.dashboard()} onClick={() => setOpen(false)}>
                <LayoutDashboard aria-hidden /> Dashboard
              </RouteButton>
              {user.isAdmin ? (
                <RouteButton {...item} to={paths.admin} onClick={() => setOpen(false)}>
                  <ShieldCheck aria-hidden /> Admin Panel
                </RouteButton>
              ) : null}
              {user.isAdmin ? null : (
                <Button
                  {...item}
                  onClick={() => {
                    setOpen(false);
                    requestBuyCredits();
                  }}
                >
                  <Coins aria-hidden /> Buy Credits
                </Button>
              )}
              <Button {...item} onClick={() => void signOutAndLeave()}>
                <LogOut aria-hidden /> Logout
              </Button>
            </Stack>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
