import { hash, timingSafeEqual } from 'node:crypto';
import { isLoopback } from '@escrow-kit/shared/is-loopback';
import { WebhookError } from '@escrow-kit/webhooks';
import { Hono, type HonoRequest } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import type { TellNews } from '../output/news.ts';
import { readStore, replayDead } from '../stores/steer-store.ts';
import type { Target } from '../targets/target.ts';
import { controlPage, type ShownTarget, troublePage } from './control-page.ts';
import type { Metrics } from './create-metrics.ts';

export interface ControlParts {
  targets: readonly Target[];
  metrics: Metrics;
  /** The password of the page. Undefined: only this machine may use it, by a name of this machine. */
  token: string | undefined;
  tell: TellNews;
  now: () => Date;
}

/**
 * The page, the metrics and the changes of a relay. Without a token it answers only requests to a name of this machine, so that no page
 * whose own name resolves to it can read it (DNS rebinding). It changes nothing for a page of another site.
 */
export function createControlApp({ targets, metrics, token, tell, now }: ControlParts): Hono {
  const app = new Hono();
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse();
    tell({ what: 'trouble', message: error.message });
    return context.html(troublePage(error.message), error instanceof WebhookError ? 503 : 500);
  });
  app.use(
    secureHeaders({
      // Without a referrer, browsers hide the origin of forms, too.
      referrerPolicy: 'same-origin',
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    }),
  );
  app.use(async (context, next) => {
    const host = URL.parse(`http://${context.req.header('host')}`)?.hostname ?? '';
    if (token === undefined && !isLoopback(host))
      return context.text('Call the relay by 127.0.0.1 or localhost.\n', 403);
    const site = context.req.header('sec-fetch-site') ?? 'none';
    const origin = context.req.header('origin');
    const isForeign =
      !['none', 'same-origin'].includes(site) ||
      (origin !== undefined && URL.parse(origin)?.host !== context.req.header('host'));
    if (context.req.method !== 'GET' && isForeign) return context.text('Another site may change nothing here.\n', 403);
    return await next();
  });
  if (token !== undefined) app.use(basicAuth({ verifyUser: (_name, password) => isSame(password, token) }));
  app.use(bodyLimit({ maxSize: mostFormBytes }));
  app.get('/', async (context) => {
    const isLive = context.req.query('live') !== undefined;
    return context.html(controlPage(await Promise.all(targets.map(toShown)), { now: now(), isLive }));
  });
  app.get('/metrics', async (context) =>
    context.body(await metrics.text(), 200, { 'content-type': metrics.contentType }),
  );
  app.post('/targets/:name/:action{pause|resume|replay}', async (context) => {
    const { name, action } = context.req.param();
    const target = targets.find((each) => each.name === name);
    if (!target) return context.text(`There is no target ${name}.\n`, 404);
    const { key, all } = await readForm(context.req);
    if (action === 'pause') await target.inbox.pause();
    else if (action === 'resume') await target.inbox.resume();
    else if (all === 'yes') await replayDead(target.inbox);
    else if (typeof key !== 'string') return context.text('Send the key of a dead event as a form, or all=yes.\n', 400);
    else if (!(await target.inbox.replay(key))) return context.text('No dead event has this key.\n', 404);
    return context.redirect('/', 303);
  });
  return app;
}

const readForm = (request: HonoRequest) =>
  request.parseBody().catch((error) => {
    throw new HTTPException(400, { message: 'The body is no form.\n', cause: error });
  });

/** A form holds a key of at most 500 characters. */
const mostFormBytes = 16 * 1_024;

/** How many events of each state the page shows. */
const mostShown = 50;

const toShown = async ({ name, url, inbox }: Target): Promise<ShownTarget> => ({
  name,
  url,
  ...(await readStore(inbox, { limit: mostShown })),
});

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
