/** Switches between the light and the dark theme. */
import { IconButton } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { setColorMode, useColorMode } from './color-mode.ts';

export function ColorModeButton() {
  const mode = useColorMode();
  const next = mode === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      size="sm"
      aria-label={`Switch to the ${next} theme`}
      onClick={() => setColorMode(next)}
    >
      {mode === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </IconButton>
  );
}
