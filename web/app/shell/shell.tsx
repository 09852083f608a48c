/** Renders the frame for signed-in users: sidebar and top bar, on a phone also a bar at the bottom. */
import { Flex, SkipNavLink } from '@chakra-ui/react';
import { ConnectionNotice } from '#web/app/connection-notice.tsx';
import { PageMain } from '#web/app/page-main.tsx';
import { SystemBanner } from '#web/app/system-banner.tsx';
import { appWords } from '#web/app/words.ts';
import { useMe } from '#web/features/accounts/auth/queries.ts';
import { useWords } from '#web/lib/words.ts';
import { BottomBar } from './bottom-bar.tsx';
import { QuietFooter } from './quiet-footer.tsx';
import { Sidebar } from './sidebar.tsx';
import { useStrayDropsRefused } from './stray-drops.ts';
import { TopBar } from './top-bar.tsx';

/** The height that the bottom bar covers; parts of pages that stick to the bottom are placed above it. */
const bottomBar = {
  '--bottom-bar': { base: 'calc(3.5rem + 1px + env(safe-area-inset-bottom))', md: '0px' },
};

export function Shell() {
  const user = useMe().data ?? undefined;
  const isAdmin = user?.isAdmin ?? false;
  useStrayDropsRefused();
  return (
    <>
      <SkipNavLink>{useWords(appWords).skip}</SkipNavLink>
      <Flex minH="100dvh" css={bottomBar}>
        <Sidebar isAdmin={isAdmin} />
        <Flex direction="column" flex="1" minW="0" pb="var(--bottom-bar)">
          <TopBar user={user} />
          <SystemBanner />
          <ConnectionNotice />
          <PageMain minH="calc(100dvh - 3.5rem)" />
          <QuietFooter />
        </Flex>
        <BottomBar isAdmin={isAdmin} />
      </Flex>
    </>
  );
}
