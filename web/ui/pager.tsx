/** Page buttons: first, last and the neighbours of the current page (spec section 2). */
import { Button, Flex, IconButton, Text } from '@chakra-ui/react';
import { pagesToShow } from '../lib/page-numbers.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';

export function Pager(props: {
  label: string;
  current: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const { label, current, total, onPage } = props;
  if (total <= 1) return null;
  return (
    <Flex as="nav" aria-label={label} gap="1" align="center" justify="center" pt="4" colorPalette="gray">
      <IconButton
        size="xs"
        variant="ghost"
        aria-label="Previous page"
        disabled={current <= 1}
        onClick={() => onPage(current - 1)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      {pagesToShow(current, total).map((page, index) =>
        page === null ? (
          <Text key={`gap-${index}`} px="1" color="fg.muted" aria-hidden>
            …
          </Text>
        ) : (
          <Button
            key={page}
            size="xs"
            variant={page === current ? 'solid' : 'ghost'}
            aria-label={`Page ${page}`}
            aria-current={page === current ? 'page' : undefined}
            onClick={() => onPage(page)}
          >
            {page}
          </Button>
        ),
      )}
      <IconButton
        size="xs"
        variant="ghost"
        aria-label="Next page"
        disabled={current >= total}
        onClick={() => onPage(current + 1)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </Flex>
  );
}
