/** Shows a notice below the header while the server cannot be reached, and briefly once it can be reached again. */
import { Box, Container, Flex } from '@chakra-ui/react';
import { Wifi, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConnectionLost } from '#web/lib/connection.ts';
import { useWords } from '#web/lib/words.ts';
import { connectionWords } from './connection-words.ts';

const backShownMs = 3_000;

type Shown = 'nothing' | 'lost' | 'back';

function useShown(): Shown {
  const lost = useConnectionLost();
  const [shown, setShown] = useState<Shown>('nothing');
  if (lost && shown !== 'lost') setShown('lost');
  if (!lost && shown === 'lost') setShown('back');
  useEffect(() => {
    if (shown !== 'back') return undefined;
    const timer = setTimeout(() => setShown('nothing'), backShownMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown;
}

export function ConnectionNotice() {
  const words = useWords(connectionWords);
  const shown = useShown();
  const Icon = shown === 'lost' ? WifiOff : Wifi;
  // The live region is always rendered, because screen readers only announce changes inside an existing region.
  return (
    <Box as="output" display="block" position="sticky" top="14" zIndex="sticky" textStyle="sm">
      {shown === 'nothing' ? null : (
        <Box bg={shown === 'lost' ? 'bg.warning' : 'bg.success'} borderBottomWidth="1px">
          <Container maxW="7xl" py="2">
            <Flex gap="2" align="center">
              <Box color={shown === 'lost' ? 'fg.warning' : 'fg.success'} flexShrink="0">
                <Icon size={20} aria-hidden />
              </Box>
              <Box>
                {shown === 'lost' ? (
                  <>
                    <b>{words.lost}</b> {words.lostText}
                  </>
                ) : (
                  words.back
                )}
              </Box>
            </Flex>
          </Container>
        </Box>
      )}
    </Box>
  );
}
