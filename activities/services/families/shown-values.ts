/** Compares the cells of rows with the values that portals show. */

type Comparison = (cell: string | undefined, shown: string | undefined) => boolean;

/**
 * Makes the comparison of a cell with a shown value: 24,480 and 24480.00 are equal, and so are texts that differ only in
 * spacing and case. Numbers with more decimals than `decimalsMax`, apart from zeros, are compared as texts.
 */
export function createComparison({ decimalsMax }: { decimalsMax?: number } = {}): Comparison {
  const pattern = new RegExp(`^0*(\\d+)(?:\\.(\\d{0,${decimalsMax ?? ''}}?)0*)?$`);
  const plain = (text = ''): string => {
    const decimals = pattern.exec(text.replaceAll(',', ''));
    if (decimals) return [decimals[1], decimals[2]].filter(Boolean).join('.');
    return text.replace(/\s+/g, ' ').trim().toLowerCase();
  };
  return (cell, shown) => plain(cell) === plain(shown);
}

/** Compares a cell with a shown value whose numbers may have any decimals. */
export const isShown = createComparison();
