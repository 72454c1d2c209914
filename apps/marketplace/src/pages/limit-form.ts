import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { page } from './layout.ts';

/** A form whose fields are all as long as `readForm` allows has less than 30 KiB, in any script. */
const formLimitInBytes = 64 * 1024;

/** Refuses a form that is too large, before it is read into memory. */
export const limitForm: MiddlewareHandler = bodyLimit({
  maxSize: formLimitInBytes,
  onError: (context) => context.html(page('This form is too large', html`<p>Write less, and send it again.</p>`), 413),
});
