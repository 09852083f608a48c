/** Names a browser and its system as a device: "Chrome on Windows". */
import { wordsNow } from '#web/lib/words.ts';
import { accountWords } from './words.ts';

export function deviceText(device: { browser: string | null; system: string | null }): string {
  const { browser, system } = device;
  const words = wordsNow(accountWords);
  if (browser && system) return words.device(browser, system);
  return browser ?? system ?? words.unknownDevice;
}
