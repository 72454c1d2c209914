import type { Context, Hono } from 'hono';
import type { Environment } from '../../http/environment.ts';
import { readBuiltFile } from './built-file.ts';

/** Nothing but the sandbox's own files runs, shows or is asked on the pages, and no other page shows them. */
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

/** What stands at `/` where the dashboard was not built. */
const notBuilt = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Escrow sandbox</title></head>
<body>
<h1>The sandbox runs; its dashboard is not built yet</h1>
<p>In the repository, <code>pnpm sandbox</code> builds it and starts the sandbox; <code>pnpm build</code> builds it alone. Then load this page again.</p>
<p>The <a href="/_sandbox/openapi.json">control API</a> does without it.</p>
</body>
</html>
`;

/**
 * Routes the dashboard, a page in the browser that does all it does through the control API: `/` and everything under
 * `/dashboard`, which no path of the service's document has.
 */
export function routeDashboard(app: Hono<Environment>): void {
  app.get('/dashboard/assets/:name', async (context) => {
    const file = await readBuiltFile(`assets/${context.req.param('name')}`);
    if (!file) return context.notFound();
    // The name of each holds a hash of its content.
    return context.body(file.bytes, 200, {
      ...headers,
      'content-type': file.mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
  // The page finds out by its address what to show.
  app.get('/', answerPage);
  app.get('/dashboard', answerPage);
  app.get('/dashboard/*', answerPage);
}

/** A segment that leads up. `/users/..` arrives as `/`, and is a mistake of whoever called the Users API. */
const dotSegment = /\/(\.|%2e){1,2}(\/|\?|$)/i;

async function answerPage(context: Context<Environment>): Promise<Response> {
  if (dotSegment.test(context.env.incoming.url ?? '')) return context.notFound();
  const page = await readBuiltFile('index.html');
  if (!page) return context.html(notBuilt, 503, headers);
  return context.body(page.bytes, 200, { ...headers, 'content-type': page.mediaType, 'cache-control': 'no-cache' });
}
