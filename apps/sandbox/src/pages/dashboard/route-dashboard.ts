import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import type { Environment } from '../../http/answer.ts';

/** The pages may load, run and call only the sandbox's own files, and no other page may frame them. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The page at `/` if the dashboard was not built. */
const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Escrow sandbox</title></head>
<body>
<h1>The dashboard is not built yet</h1>
<p>The sandbox itself runs. To build its dashboard, start it with <code>npm run sandbox</code> in the clone.</p>
<p>The <a href="/_sandbox/openapi.json">control API</a> works without it.</p>
</body>
</html>
`;

/**
 * Routes the dashboard, a page that does everything through the control API: `/` and everything under `/dashboard`. The
 * service's document has no such path.
 */
export function routeDashboard(app: Hono<Environment>): void {
  app.get('/dashboard/assets/*', keepForGood, compressedFile, (context) => context.notFound());
  const revalidated = etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...Object.keys(headers)] });
  // The page decides by its address what to show.
  for (const path of ['/', '/dashboard', '/dashboard/*']) app.get(path, revalidated, answerPage);
}

/** The folder of the dashboard's build, from the sources and from the published package. */
const folder = join(import.meta.dirname, import.meta.url.endsWith('.ts') ? '../../../dist/dashboard' : 'dashboard');

/** Answers a file in brotli, gzip or uncompressed, whichever the browser accepts. Leaves other paths to the next handler. */
const compressedFile = serveStatic<Environment>({
  precompressed: true,
  rewriteRequestPath: (path) => join(folder, path.slice('/dashboard'.length)),
});

/** The name of a file contains the hash of its content, so browsers ask for it once. */
const keepForGood: MiddlewareHandler<Environment> = async (context, next) => {
  await next();
  if (!context.res.ok) return;
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  context.header('cache-control', 'public, max-age=31536000, immutable');
};

/** A path segment that leads up. `/users/..` arrives as `/`, but is a wrong call of the Users API. */
const dotSegment = /\/(\.|%2e){1,2}(\/|\?|$)/i;

/** Answers the page, which names the files of its build, so browsers revalidate it each time. */
async function answerPage(context: Context<Environment>): Promise<Response> {
  if (dotSegment.test(context.env.incoming.url ?? '')) return context.notFound();
  try {
    // Read on request, so that it does not slow down the start.
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    return context.html(page, 200, { ...headers, 'cache-control': 'no-cache' });
  } catch {
    return context.html(notBuilt, 503, headers);
  }
}
