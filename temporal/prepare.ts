/** Prepares a Temporal namespace for Chalan: search attributes and schedules. */
import { ensureSchedules } from './schedules.ts';
import { ensureSearchAttributes } from './search-attributes.ts';
import { connectTemporal, type TemporalSettings } from './client.ts';

/** Creates what is missing and updates the rest. Idempotent. */
export async function prepareNamespace(settings: TemporalSettings): Promise<void> {
  const temporal = await connectTemporal(settings);
  try {
    await ensureSearchAttributes(temporal, settings.TEMPORAL_NAMESPACE);
    await ensureSchedules(temporal);
  } finally {
    await temporal.connection.close();
  }
}
