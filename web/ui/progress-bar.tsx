/** Renders a progress bar. The same information must also be given in words beside it. */
import { chakra } from '@chakra-ui/react';

const valueBar = { bg: 'colorPalette.solid', borderRadius: 'full', transition: 'width 180ms' };

export function ProgressBar(props: { percent: number; label: string; tone?: 'brand' | 'attention' }) {
  const { percent, label, tone = 'brand' } = props;
  return (
    <chakra.progress
      aria-label={label}
      max={100}
      value={Math.min(100, Math.max(0, Math.round(percent)))}
      colorPalette={tone}
      display="block"
      appearance="none"
      border="none"
      bg="bg.emphasized"
      borderRadius="full"
      h="2"
      w="full"
      overflow="hidden"
      css={{
        '&::-webkit-progress-bar': { bg: 'bg.emphasized' },
        '&::-webkit-progress-value': valueBar,
        '&::-moz-progress-bar': valueBar,
      }}
    />
  );
}
