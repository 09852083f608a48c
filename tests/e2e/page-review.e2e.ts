/** The check of a page's accessibility looks at the page when it is at rest, not at content that is still loading. */
import { expect, it } from 'vitest';
import { laptop, reviewOf, useWebPages } from '#tests/harness/web-pages.ts';

/** Longer than axe takes, so that a check that begins too early finds the button half transparent. */
const FADE_MS = 5_000;

const web = useWebPages();

/**
 * When the first animation ends, the list has arrived and its button becomes usable: like every button of the product,
 * it was half transparent until then. At full opacity its contrast suffices.
 */
const pageThatLoads = `<!doctype html><html lang="en"><title>A list</title>
  <style>
    @keyframes appear { from { opacity: 0 } }
    #loading { animation: appear 100ms }
    button { background: #fff; color: #555; transition: opacity ${FADE_MS}ms steps(1, end) }
    button:disabled { opacity: 0.5 }
  </style>
  <main>
    <h1>A list</h1>
    <p id="loading" aria-busy="true">Loading</p>
    <button disabled>Export</button>
  </main>
  <script>
    const loading = document.querySelector('#loading');
    loading.addEventListener('animationend', () => {
      loading.remove();
      document.querySelector('button').disabled = false;
    });
  </script>`;

it('a review of a page waits for its content and for the transitions that the content starts', async () => {
  const page = await web.open('http://localhost', laptop);
  const { look, problems } = reviewOf(page);
  await page.setContent(pageThatLoads, { waitUntil: 'commit' });
  await look('list');
  expect(problems).toEqual([]);
  await page.context().close();
});

it('a review reports a text whose contrast is too low when the page is at rest', async () => {
  const page = await web.open('http://localhost', laptop);
  const { look, problems } = reviewOf(page);
  await page.setContent(pageThatLoads.replace('color: #555', 'color: #bbb'), { waitUntil: 'commit' });
  await look('list');
  expect(problems).toEqual(['list: color-contrast: button']);
  await page.context().close();
});
