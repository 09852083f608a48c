/** Renders the tabs of a page. The address names the open one. */
import { Box, Heading, Tabs } from '@chakra-ui/react';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PartBoundary } from '#web/lib/part.tsx';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useShownTab } from '#web/lib/use-shown-tab.ts';
import { LoadingLines } from './states.tsx';

export type PageTab<T extends string> = {
  value: T;
  label: string;
  Content: ComponentType;
  /** The name of the open part, for a tab that has several; otherwise the label. */
  titleIn?: (query: URLSearchParams) => string;
};

/** Opens the first tab if the address names none. Changing the tab removes the filters of the previous one. */
export function PageTabs<T extends string>(props: {
  label: string;
  tabs: readonly [PageTab<T>, ...PageTab<T>[]];
}) {
  const { label, tabs } = props;
  const [query, setQuery] = useSearchParams();
  const open = tabs.find(({ value }) => value === query.get('tab')) ?? tabs[0];
  const title = open.titleIn?.(query) ?? open.label;
  usePageTitle(title);
  const list = useShownTab(open.value);
  return (
    <>
      <Heading as="h1" srOnly>
        {title}
      </Heading>
      <Tabs.Root
        value={open.value}
        onValueChange={({ value }) => setQuery({ tab: value })}
        lazyMount
        unmountOnExit
        variant="line"
        size="sm"
      >
        <Tabs.List ref={list} aria-label={label} overflowX="auto" overflowY="hidden" scrollbarWidth="none">
          {tabs.map((tab) => (
            <Tabs.Trigger
              key={tab.value}
              value={tab.value}
              flexShrink="0"
              whiteSpace="nowrap"
              fontWeight="normal"
              h={{ base: '11', md: '9' }}
            >
              {tab.label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(({ value, Content }) => (
          <Tabs.Content key={value} value={value}>
            <PartBoundary
              of={Content}
              fallback={
                <Box pt="2">
                  <LoadingLines lines={2} height="16" />
                </Box>
              }
            >
              <Content />
            </PartBoundary>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </>
  );
}
