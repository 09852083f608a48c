/** Switches the client's own functions to Bengali for the tests of one group, outside a browser. */
import { afterAll, beforeAll, vi } from 'vitest';
import { setLanguage } from '#web/lib/language.ts';

export function useBengali(): void {
  beforeAll(() => {
    vi.stubGlobal('document', { documentElement: { lang: '' } });
    setLanguage('bn');
  });
  afterAll(() => {
    setLanguage('en');
    vi.unstubAllGlobals();
  });
}
