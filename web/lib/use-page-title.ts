/** Sets the title of the browser tab. */
import { useEffect } from 'react';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Chalan`;
  }, [title]);
}
