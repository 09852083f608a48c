/** Renders the frame of the public pages: the site's header and footer. */
import { Flex, SkipNavLink } from '@chakra-ui/react';
import { useWords } from '#web/lib/words.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { PageMain } from './page-main.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { SystemBanner } from './system-banner.tsx';
import { appWords } from './words.ts';

export function SiteFrame() {
  return (
    <Flex direction="column" minH="100dvh">
      <SkipNavLink>{useWords(appWords).skip}</SkipNavLink>
      <SiteHeader />
      <SystemBanner />
      <ConnectionNotice />
      <PageMain minH="100dvh" />
      <SiteFooter />
    </Flex>
  );
}
