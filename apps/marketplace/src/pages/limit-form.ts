import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { unreadableForm } from './forms.ts';
import { page } from './layout.ts';

/** The longest form that `readForm` accepts has less than 30 KiB, in any script. */
const formLimitInBytes = 64 * 1024;

const limit = bodyLimit({
  maxSize: formLimitInBytes,
  onError: (context) => context.html(page('This form is too large', html`<p>Write less, and send it again.</p>`), 413),
});

/**
 * Refuses a form that is too large before reading it into memory. If the sender breaks off, the form is refused without a log
 * entry, because the shop is not at fault.
 */
export const limitForm: MiddlewareHandler = (context, next) =>
  // Hono hands errors of routes to `onError`, so this catches only errors of reading the body.
  limit(context, next).catch(() => {
    throw unreadableForm();
  });
