import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { texts } from '../texts/texts.ts';

/**
 * Adds a button after each code that copies it without its spaces. Where the browser does not allow that, as in a frame, the older way
 * copies the selected code.
 */
const script = `
const { copy, copied } = document.currentScript.dataset;
for (const code of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'copy', textContent: copy, ariaLive: 'polite' });
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent.replaceAll(/\\s/g, ''));
    } catch {
      getSelection().selectAllChildren(code);
      if (!document.execCommand('copy')) return;
    }
    button.textContent = copied;
  });
  code.after(' ', button);
}
`;

/** The source of this script for a content security policy. */
export const copyScriptSource: string = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** The script for a page with codes. Without it, the page lacks only the buttons. */
export const copyScript = (): ReturnType<typeof html> =>
  html`<script data-copy="${texts.copy}" data-copied="${texts.copied}">${raw(script)}</script>`;

/** A text that people copy, such as an IBAN. */
export const code = (text: string): ReturnType<typeof html> =>
  html`<bdi class="code" dir="ltr" translate="no">${text}</bdi>`;
