/** Registers the search attributes by which operators filter workflows in the Temporal UI. */
import { isGrpcServiceError, type Client } from '@temporalio/client';
import { searchAttributes } from '#workflows/ids.ts';

/** The value of Keyword in Temporal's IndexedValueType. */
const KEYWORD = 2;
const ALREADY_EXISTS = 6;

/** Registers the missing attributes. Idempotent, also when several processes start at the same time. */
export async function ensureSearchAttributes(client: Client, namespace: string): Promise<void> {
  const names = Object.values(searchAttributes);
  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace });
  const missing = names.filter((name) => !(name in customAttributes));
  if (missing.length === 0) return;
  try {
    await client.connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map((name) => [name, KEYWORD])),
    });
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== ALREADY_EXISTS) throw error;
  }
}
