/** Measures pages as Lighthouse does: on a simulated mid-range phone with a slow connection. */
import lighthouse from 'lighthouse';
import { freePort } from '#temporal/local/ports.ts';
import { openChromium } from '#tests/harness/open-chromium.ts';
import { median } from './measure.ts';

/** `performance` from 0 to 100. */
export type LighthouseFigures = {
  performance: number;
  firstPaintMs: number;
  largestPaintMs: number;
  layoutShift: number;
  blockedMs: number;
};

/** Single runs differ by several points on a busy machine. */
const RUNS = 3;
/** Lighthouse stops waiting for a page that never becomes quiet. */
const LOAD_MS_MAX = 45_000;

const audits = {
  firstPaintMs: 'first-contentful-paint',
  largestPaintMs: 'largest-contentful-paint',
  layoutShift: 'cumulative-layout-shift',
  blockedMs: 'total-blocking-time',
} as const;

/** The median of several runs of each page, every one in a fresh browser. `cookie` signs in; null for a visitor. */
export async function lighthouseOf(url: string, cookie: string | null): Promise<LighthouseFigures> {
  const runs: LighthouseFigures[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runOnce(url, cookie));
  const figure = (name: keyof LighthouseFigures): number => median(runs.map((each) => each[name]));
  return {
    performance: figure('performance'),
    firstPaintMs: figure('firstPaintMs'),
    largestPaintMs: figure('largestPaintMs'),
    layoutShift: figure('layoutShift'),
    blockedMs: figure('blockedMs'),
  };
}

async function runOnce(url: string, cookie: string | null): Promise<LighthouseFigures> {
  const port = await freePort();
  const browser = await openChromium([`--remote-debugging-port=${port}`]);
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: ['performance'],
      maxWaitForLoad: LOAD_MS_MAX,
      ...(cookie ? { extraHeaders: { cookie } } : {}),
    });
    if (!result || result.lhr.runtimeError)
      throw new Error(`Lighthouse could not measure ${url}: ${result?.lhr.runtimeError?.message}`);
    const value = (id: string): number => result.lhr.audits[id]?.numericValue ?? Number.NaN;
    return {
      performance: (result.lhr.categories['performance']?.score ?? Number.NaN) * 100,
      firstPaintMs: value(audits.firstPaintMs),
      largestPaintMs: value(audits.largestPaintMs),
      layoutShift: value(audits.layoutShift),
      blockedMs: value(audits.blockedMs),
    };
  } finally {
    await browser.close();
  }
}
