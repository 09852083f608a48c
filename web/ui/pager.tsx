/** Renders page buttons: the first, the last and the neighbours of the current page (spec section 2). */
import { Button, Flex, IconButton, Text } from '@chakra-ui/react';
import { formatNumber } from '#web/lib/numbers.ts';
import { pagesToShow } from '#web/lib/page-numbers.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useWords } from '#web/lib/words.ts';
import { uiWords } from './words.ts';

export function Pager(props: {
  label: string;
  current: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const { label, current, total, onPage } = props;
  const words = useWords(uiWords);
  if (total <= 1) return null;
  return (
    <Flex as="nav" aria-label={label} gap="1" align="center" justify="center" pt="4" colorPalette="gray">
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={words.previousPage}
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
            aria-label={words.page(page)}
            aria-current={page === current ? 'page' : undefined}
            onClick={() => onPage(page)}
          >
            {formatNumber(page)}
          </Button>
        ),
      )}
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={words.nextPage}
        disabled={current >= total}
        onClick={() => onPage(current + 1)}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </Flex>
  );
}
