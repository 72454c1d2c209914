import { html } from 'hono/html';
import type { Html } from './page.ts';

/** Says what is different in a sandbox, with a link that opens a new window to do it manually. */
export function testNote(text: string, { href, text: linkText }: { href: string; text: string }): Html {
  return html`<p class="test-note">${text} <a href="${href}" target="_blank" rel="noopener noreferrer">${linkText}</a></p>`;
}
