/** Renders the sidebar's links to the administrators' pages, one for each page. */
import { Box } from '@chakra-ui/react';
import { useLocation } from 'react-router-dom';
import { adminWords } from '#web/features/admin/words.ts';
import { useWords } from '#web/lib/words.ts';
import { adminTabIn, paths, systemPageIn, type AdminTab, type SystemPage } from '#web/paths.ts';
import { RouteButton } from '#web/ui/route-link.tsx';

type Page = { tab: Exclude<AdminTab, 'system'> } | { section: SystemPage };

/** What is looked at daily comes first. */
const pages: readonly Page[] = [
  { tab: 'overview' },
  { tab: 'jobs' },
  { tab: 'users' },
  { tab: 'services' },
  { section: 'portals' },
  { section: 'payments' },
  { section: 'rates' },
  { section: 'prices' },
  { section: 'notices' },
  { section: 'texts' },
  { tab: 'messages' },
  { tab: 'blog' },
  { tab: 'ads' },
  { tab: 'approvals' },
  { tab: 'audit' },
];

const addressOf = (page: Page): string =>
  'tab' in page ? paths.adminTab(page.tab) : paths.systemPage(page.section);

function isOpen(page: Page, query: URLSearchParams): boolean {
  const tab = adminTabIn(query);
  return 'tab' in page
    ? page.tab === tab
    : tab === 'system' && page.section === (systemPageIn(query) ?? 'notices');
}

export function AdminPlaces() {
  const words = useWords(adminWords);
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  return (
    <Box as="ul" aria-label={words.area} listStyleType="none">
      {pages.map((page) => (
        <li key={addressOf(page)}>
          <RouteButton
            to={addressOf(page)}
            variant="ghost"
            colorPalette="gray"
            color="fg.muted"
            w="full"
            h="7"
            ps="11"
            justifyContent="flex-start"
            textStyle="sm"
            aria-current={pathname === paths.admin && isOpen(page, query) ? 'page' : undefined}
            css={{ '&[aria-current]': { color: 'brand.fg', fontWeight: '600' } }}
          >
            {'tab' in page ? words.tabs[page.tab] : words.systemPages[page.section]}
          </RouteButton>
        </li>
      ))}
    </Box>
  );
}
