import type { Context, Hono } from 'hono';
import type { Environment } from '../../http/environment.ts';
import { type BuiltFile, readBuiltFile } from './built-file.ts';

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
<h1>The sandbox runs; its dashboard is not built yet</h1>
<p>In the repository, <code>pnpm sandbox</code> builds it and starts the sandbox; <code>pnpm build</code> builds it alone. Then load this page again.</p>
<p>The <a href="/_sandbox/openapi.json">control API</a> works without it.</p>
</body>
</html>
`;

/**
 * Routes the dashboard, a page that does everything through the control API: `/` and everything under `/dashboard`. The
 * service's document has no such path.
 */
export function routeDashboard(app: Hono<Environment>): void {
  app.get('/dashboard/assets/:name', async (context) => {
    const file = await readBuiltFile(`assets/${context.req.param('name')}`);
    return file ? answerFile(context, file) : context.notFound();
  });
  // The page decides by its address what to show.
  app.get('/', answerPage);
  app.get('/dashboard', answerPage);
  app.get('/dashboard/*', answerPage);
}

/** A path segment that leads up. `/users/..` arrives as `/`, but is a wrong call of the Users API. */
const dotSegment = /\/(\.|%2e){1,2}(\/|\?|$)/i;

async function answerPage(context: Context<Environment>): Promise<Response> {
  if (dotSegment.test(context.env.incoming.url ?? '')) return context.notFound();
  const page = await readBuiltFile('index.html');
  if (!page) return context.html(notBuilt, 503, headers);
  return answerFile(context, page);
}

/** File names do not change with their content, so browsers revalidate them each time. */
const answerFile = (context: Context, { bytes, mediaType }: BuiltFile): Response =>
  context.body(bytes, 200, { ...headers, 'content-type': mediaType, 'cache-control': 'no-cache' });
