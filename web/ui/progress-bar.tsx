/** A bar of how much is done; its meaning also stands in words beside it. */
import { Box } from '@chakra-ui/react';

export function ProgressBar(props: { percent: number; label: string; tone?: 'brand' | 'attention' | 'gray' }) {
  const { percent, label, tone = 'brand' } = props;
  const shown = Math.min(100, Math.max(0, Math.round(percent)));
  return (
    <Box
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      colorPalette={tone}
      bg="bg.emphasized"
      borderRadius="full"
      h="2"
      w="full"
      overflow="hidden"
    >
      <Box
        h="full"
        w="full"
        bg="colorPalette.solid"
        borderRadius="full"
        transformOrigin="left"
        transitionProperty="transform"
        transitionDuration="slow"
        style={{ transform: `translateX(${shown - 100}%)` }}
      />
    </Box>
  );
}
