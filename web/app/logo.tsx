/** Renders the logo: a consignment note with a folded corner and a ticked row. */
import { Box, Flex } from '@chakra-ui/react';

/** `nameFrom` is the window width from which the name is shown beside the mark. */
export function Logo(props: { nameFrom?: 'sm' | 'lg' }) {
  return (
    <Flex align="center" gap="2" color="brand.solid">
      <Box asChild boxSize="7">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path
            fill="currentColor"
            d="M7 3h12v5a3 3 0 0 0 3 3h4v15a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z"
          />
          <path fill="currentColor" opacity="0.55" d="M21 3l5 6h-3.5A1.5 1.5 0 0 1 21 7.5z" />
          <Box asChild color="brand.contrast">
            <path
              d="M9 14h6M9 21l3 3 8-8"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.4"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </Box>
        </svg>
      </Box>
      <Box
        as="span"
        hideBelow={props.nameFrom}
        textStyle="lg"
        fontWeight="semibold"
        color="fg"
        lineHeight="1"
      >
        Chalan
      </Box>
    </Flex>
  );
}
