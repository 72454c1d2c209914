import { hashSecret } from '../../../domain/secret-hash.ts';
import { basePath } from '../visit/links.ts';
import { base } from './base.ts';
import { content } from './content.ts';

/** Everything that the pages look like. */
export const stylesheet: string = (base + content).trim();

/** Digits of the hash in the name, by which a browser keeps the sheet for ever and yet never has an old one. */
const nameLength = 16;

/** The path of the stylesheet. */
export const stylesheetPath: string = `/checkout/checkout-${hashSecret(stylesheet).slice(0, nameLength)}.css`;

/** The address of the stylesheet, where a proxy may serve the sandbox below a path. */
export function stylesheetAddress(publicUrl: string): string {
  return basePath(publicUrl) + stylesheetPath;
}
