/** Converts a container's ISO 6346 size and type code to the words of the tracking page. */

const sizes: Readonly<Record<string, string>> = { '2': '20', '4': '40', L: '45', M: '48' };
const types: Readonly<Record<string, string>> = {
  G: 'Dry',
  V: 'Ventilated',
  R: 'Reefer',
  H: 'Insulated',
  U: 'Open Top',
  P: 'Flat Rack',
  T: 'Tank',
};
/** The code's second character for containers with a height of 9 feet 6 inches or more. */
const highBox = /^.[56EF]/;

/** Returns size and type in the tracking page's words. An unknown code is returned as the type. */
export function sizeAndType(isoCode: string): {
  container_size: string | null;
  container_type: string | null;
} {
  const size = sizes[isoCode.charAt(0)];
  const type = types[isoCode.charAt(2)];
  if (size === undefined || type === undefined)
    return { container_size: null, container_type: isoCode || null };
  return { container_size: size, container_type: highBox.test(isoCode) ? `${type} High` : type };
}
