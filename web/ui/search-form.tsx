/** Renders the form around a search field: without scripts its text is sent to the page's address. */
import type { ReactNode } from 'react';

/** `action` is the page's address; the page reads the text from the parameter with the field's name. */
export function SearchForm(props: { action: string; children: ReactNode }) {
  const { action, children } = props;
  return (
    <search style={{ width: '100%' }}>
      <form action={action} onSubmit={(event) => event.preventDefault()}>
        {children}
      </form>
    </search>
  );
}
