/** What callers of other systems read from an answer: its body up to a limit, and when it asks to be left alone. */

/** Returns the body as text, or null if it is longer than `maxBytes`. */
export async function readBounded(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the rest of the response.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3); null if there is none. */
export function retryAfterMs(given: string | null | undefined): number | null {
  if (given === undefined || given === null) return null;
  const waitMs = /^\d+$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null;
}
