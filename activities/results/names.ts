/** Creates names of result files that are valid on every operating system (portals.md 1.2). */

const nameCharactersMax = 80;
const extensionCharactersMax = 10;

/** Names used so far, compared without regard to case as on Windows, each with the last number appended to it. */
export type TakenNames = Map<string, number>;

/** Returns an unused name and marks it as used. */
export function safeName(name: string, taken: TakenNames): string {
  const { stem, extension } = split(name.replace(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '_'));
  const numbered = (count: number): string => {
    const suffix = count === 1 ? '' : `_${count}`;
    return `${stem.slice(0, nameCharactersMax - extension.length - suffix.length)}${suffix}${extension}`;
  };
  const plainKey = numbered(1).toLowerCase();
  let count = (taken.get(plainKey) ?? 0) + 1;
  while (taken.has(numbered(count).toLowerCase())) count += 1;
  const unique = numbered(count);
  taken.set(plainKey, count);
  if (count > 1) taken.set(unique.toLowerCase(), 1);
  return unique;
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  const hasExtension = dot > 0 && name.length - dot <= extensionCharactersMax;
  const stem = hasExtension ? name.slice(0, dot) : name;
  return { stem: stem === '' ? 'file' : stem, extension: hasExtension ? name.slice(dot) : '' };
}
