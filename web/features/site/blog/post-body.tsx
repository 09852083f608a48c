/** Renders the content of a post, which is HTML that the server has sanitised. */
import { Box } from '@chakra-ui/react';

const look = {
  '& > * + *': { mt: '4' },
  '& h2': { textStyle: 'lg', fontWeight: 'semibold', mt: '8' },
  '& h3, & h4': { textStyle: 'md', fontWeight: 'semibold', mt: '6' },
  '& ul': { listStyleType: 'disc', ps: '6' },
  '& ol': { listStyleType: 'decimal', ps: '6' },
  '& li + li': { mt: '1' },
  '& a': { color: 'brand.fg', textDecoration: 'underline', textUnderlineOffset: '2px' },
  '& blockquote': { borderStartWidth: '3px', borderColor: 'border.emphasized', ps: '4', color: 'fg.muted' },
  '& img': { maxW: 'full', h: 'auto', borderRadius: 'l3' },
  '& figcaption': { textStyle: 'sm', color: 'fg.muted', mt: '1' },
  '& pre': { bg: 'bg.muted', borderRadius: 'l2', p: '3', overflowX: 'auto', textStyle: 'sm' },
  '& code': { fontFamily: 'mono', fontSize: '0.9em' },
  '& table': { display: 'block', overflowX: 'auto', borderCollapse: 'collapse', textStyle: 'sm' },
  '& th, & td': { borderWidth: '1px', px: '3', py: '1.5', textAlign: 'start', verticalAlign: 'top' },
  '& th': { bg: 'bg.subtle', fontWeight: 'medium' },
};

export function PostBody(props: { html: string }) {
  return <Box css={look} overflowWrap="anywhere" dangerouslySetInnerHTML={{ __html: props.html }} />;
}
