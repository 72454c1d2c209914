import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { unreadableForm } from './forms.ts';
import { page } from './layout.ts';

/** A form whose fields are all as long as `readForm` allows has less than 30 KiB, in any script. */
const formLimitInBytes = 64 * 1024;

const limit = bodyLimit({
  maxSize: formLimitInBytes,
  onError: (context) => context.html(page('This form is too large', html`<p>Write less, and send it again.</p>`), 413),
});

/**
 * Refuses a form that is too large, before it is read into memory. A form whose sender breaks off is refused too: it is no fault of
 * the shop, so nothing is logged.
 */
export const limitForm: MiddlewareHandler = (context, next) =>
  // Hono hands an error of a route to `onError`, and not to here: what is caught is an error of reading the body.
  limit(context, next).catch(() => {
    throw unreadableForm();
  });
