/** Routes that public pages need besides posts: pictures, figures, and the two files that crawlers request. */
import { Readable } from 'node:stream';
import type { Deps } from '#api/deps.ts';
import { readImage } from '#api/domain/site/blog-images.ts';
import { figuresReader } from '#api/domain/site/pages-figures.ts';
import { robots, sitemap } from '#api/domain/site/pages.ts';
import { validate } from '#api/middleware/validate.ts';
import { mediaIdPath } from '#contracts/site/blog.ts';
import { serve } from '#api/routes/serve.ts';

const YEAR_S = 365 * 24 * 3600;
const HOUR_S = 3600;

export function pageRoutes(deps: Deps) {
  const figures = figuresReader(deps);
  return serve(deps, { 'GET /api/marketing-figures': () => figures() })
    .get('/media/:id', validate('param', mediaIdPath), async (c) => {
      const image = await readImage(deps, c.req.valid('param').id);
      if (!image) return c.notFound();
      return c.body(Readable.toWeb(image.stream) as ReadableStream, 200, {
        'Content-Type': image.contentType,
        'Content-Length': String(image.sizeBytes),
        // Pictures are immutable: a different picture has a different address.
        'Cache-Control': `public, max-age=${YEAR_S}, immutable`,
        'Content-Disposition': 'inline',
        // Opened directly as a page, the file cannot run anything, whatever it contains.
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
      });
    })
    .get('/sitemap.xml', async (c) =>
      c.body(await sitemap(deps), 200, {
        'Content-Type': 'application/xml; charset=utf-8',
        'Cache-Control': `public, max-age=${HOUR_S}`,
      }),
    )
    .get('/robots.txt', (c) => c.text(robots(deps), 200, { 'Cache-Control': `public, max-age=${HOUR_S}` }));
}
