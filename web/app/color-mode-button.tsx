/** Switches between the light and the dark theme. It is an icon in the header and a line in the phone's menu. */
import { Button, IconButton } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { setColorMode, useColorMode } from './color-mode.ts';
import { useWords } from '#web/lib/words.ts';
import { appWords } from './words.ts';

const look = { variant: 'ghost', colorPalette: 'gray', size: 'sm' } as const;

function useSwitch() {
  const words = useWords(appWords);
  const mode = useColorMode();
  const next = mode === 'dark' ? 'light' : 'dark';
  return {
    label: next === 'dark' ? words.toDark : words.toLight,
    icon: mode === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />,
    onClick: () => setColorMode(next),
  };
}

export function ColorModeButton() {
  const { label, icon, onClick } = useSwitch();
  return (
    <IconButton {...look} hideBelow="sm" aria-label={label} onClick={onClick}>
      {icon}
    </IconButton>
  );
}

export function ColorModeMenuItem() {
  const { label, icon, onClick } = useSwitch();
  return (
    <Button {...look} hideFrom="sm" justifyContent="flex-start" onClick={onClick}>
      {icon} {label}
    </Button>
  );
}
