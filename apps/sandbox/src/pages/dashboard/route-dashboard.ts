import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context, Hono } from 'hono';
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

/** The folder of the dashboard's build, from the sources and from the published package. */
const folder = join(import.meta.dirname, import.meta.url.endsWith('.ts') ? '../../../dist/dashboard' : 'dashboard');

/** The media types of the built files. */
const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A built file of the dashboard. */
interface BuiltFile {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
}

/** Reads a built file; undefined if there is none. Reads it on request, so that it does not slow down the start. */
async function readBuiltFile(path: string): Promise<BuiltFile | undefined> {
  const mediaType = mediaTypes[extname(path)];
  // No path may lead out of the folder.
  if (mediaType === undefined || !/^(assets\/)?\w[\w.-]*$/.test(path)) return undefined;
  try {
    return { bytes: await readFile(join(folder, path)), mediaType };
  } catch {
    return undefined;
  }
}
