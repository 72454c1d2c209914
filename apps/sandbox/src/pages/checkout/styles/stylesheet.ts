import { hashSecret } from '../../../domain/secret-hash.ts';
import { basePath } from '../visit/links.ts';
import { base } from './base.ts';
import { content } from './content.ts';

/** The stylesheet of the pages. */
export const stylesheet: string = (base + content).trim();

/** Digits of the hash in the name. With it, a browser may cache the stylesheet forever and never has a stale one. */
const nameLength = 16;

/** The path of the stylesheet. */
export const stylesheetPath: string = `/checkout/checkout-${hashSecret(stylesheet).slice(0, nameLength)}.css`;

/** The address of the stylesheet. A proxy may serve the sandbox below a path. */
export function stylesheetAddress(publicUrl: string): string {
  return basePath(publicUrl) + stylesheetPath;
}
