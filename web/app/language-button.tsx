/** Switches between English and Bengali. The button names the language it switches to. */
import { Button } from '@chakra-ui/react';
import { Languages } from 'lucide-react';
import { setLanguage, useLanguage } from '#web/lib/language.ts';

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
      <Languages aria-hidden /> {next === 'bn' ? 'বাংলা' : 'English'}
    </Button>
  );
}
