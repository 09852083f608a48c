/** A Chromium as on a machine that allows it no sandbox. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from '#activities/browser/chromium.ts';

/** Returns a program that ends as Chromium does there, unless it may run without a sandbox. */
export async function chromiumWithoutSandbox(): Promise<string> {
  const { executablePath, env } = await findChromium(process.env['CHROMIUM_PATH']);
  const variables = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  const folder = mkdtempSync(path.join(tmpdir(), 'chalan-no-sandbox-'));
  chmodSync(folder, 0o755);
  const file = path.join(folder, 'chromium');
  writeFileSync(
    file,
    `#!/bin/sh
case "$*" in *--no-sandbox*) ;; *) echo 'FATAL: No usable sandbox!' >&2; exit 1;; esac
exec env ${variables.join(' ')} '${executablePath}' "$@"
`,
  );
  chmodSync(file, 0o755);
  return file;
}
