/** Shows content only with scripts, or only without them. */
import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const noScripts = '@media (scripting: none)';

/** Replaces parts that need scripts, in browsers that run none. */
export function WithoutScripts({ children }: { children: ReactNode }) {
  return (
    <Box display="none" css={{ [noScripts]: { display: 'block' } }}>
      {children}
    </Box>
  );
}

export function WithScripts({ children }: { children: ReactNode }) {
  return <Box css={{ [noScripts]: { display: 'none' } }}>{children}</Box>;
}
