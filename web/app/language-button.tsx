/** Switches between English and Bengali. The button names the language it switches to. */
import { Box, Button } from '@chakra-ui/react';
import { Languages } from 'lucide-react';
import { setLanguage, useLanguage } from '#web/lib/language.ts';

/** The width of "বাংলা" in its font (web/app/fonts/language-bn.woff2). */
const BANGLA_WIDTH = '2.4em';

export function LanguageButton(props: { inMenu?: boolean; onSwitch?: () => void }) {
  const { inMenu = false, onSwitch } = props;
  const next = useLanguage() === 'bn' ? 'en' : 'bn';
  const place = inMenu ? ({ hideFrom: 'sm', justifyContent: 'flex-start' } as const) : { hideBelow: 'sm' };
  return (
    <Button
      variant="ghost"
      colorPalette="gray"
      size="sm"
      {...place}
      lang={next}
      fontFamily="label"
      onClick={() => {
        setLanguage(next);
        onSwitch?.();
      }}
    >
      <Languages aria-hidden />
      {/* The letters of one name come in a file of their own, and nothing may move when it comes. */}
      <Box as="span" width={next === 'bn' ? BANGLA_WIDTH : undefined}>
        {next === 'bn' ? 'বাংলা' : 'English'}
      </Box>
    </Button>
  );
}
