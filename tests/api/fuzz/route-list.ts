/** The routes of the running application, each with the schemas that validate its input. */
import type { z } from 'zod';
import { createApp } from '#api/app.ts';
import type { Deps } from '#api/deps.ts';
import { requireAdmin } from '#api/middleware/access.ts';
import { findCall } from '#contracts/calls/calls.ts';
import { callbackQuery } from '#contracts/payments/payments.ts';
import { schemaOf, type Target } from './noted-schemas.ts';

type Form = { fields: z.ZodType; files: string[] };
export type FuzzRoute = {
  name: string;
  method: string;
  path: string;
  schemas: Partial<Record<Target, z.ZodType>>;
  form: Form | null;
  isForAdmins: boolean;
};

/** The schema of the one query that is checked without the validator. */
const otherQueries: Record<string, z.ZodType> = { 'GET /api/bkash/callback': callbackQuery };
export function routesOfApp(deps: Deps): FuzzRoute[] {
  const found = new Map<string, FuzzRoute>();
  for (const { method, path, handler } of createApp(deps).routes) {
    if (method === 'ALL' || path === '/*') continue;
    const name = `${method} ${path}`;
    const described = findCall(name)?.form;
    const route = found.get(name) ?? {
      name,
      method,
      path,
      schemas: otherQueries[name] ? { query: otherQueries[name] } : {},
      form: described ? { fields: described.fields, files: Object.keys(described.files) } : null,
      isForAdmins: false,
    };
    if (handler === requireAdmin) route.isForAdmins = true;
    const noted = schemaOf(handler);
    if (noted) route.schemas[noted.target] = noted.schema;
    found.set(name, route);
  }
  return [...found.values()];
}
