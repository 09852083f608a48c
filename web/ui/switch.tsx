/** Renders a switch that takes effect immediately. */
import { Box, chakra } from '@chakra-ui/react';

export function Switch(props: {
  /** What the switch controls. It is read by screen readers and not shown. */
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) {
  const { label, checked, disabled = false, onChange } = props;
  return (
    <chakra.button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      flexShrink="0"
      w="11"
      h="6"
      p="0.5"
      borderRadius="full"
      borderWidth="1px"
      borderColor={checked ? 'brand.solid' : 'border.control'}
      bg={checked ? 'brand.solid' : 'bg.muted'}
      cursor={disabled ? 'not-allowed' : 'pointer'}
      opacity={disabled ? 0.5 : 1}
      transition="background 120ms"
      _focusVisible={{ outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '2px' }}
    >
      <Box
        as="span"
        display="block"
        boxSize="4.5"
        borderRadius="full"
        bg={checked ? 'brand.contrast' : 'fg.subtle'}
        transform={checked ? 'translateX(1.25rem)' : 'none'}
        transition="transform 120ms"
      />
    </chakra.button>
  );
}
