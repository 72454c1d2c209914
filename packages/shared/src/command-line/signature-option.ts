import { CommandLineError } from './command-line-error.ts';

/** How the service signs (HOOK-2), as the option `--signature` writes it. */
export const usualSignature = 'Service-Signature: sha256=<hex>';

/** How events are signed by HMAC-SHA256: `SignatureForm` of `@escrow-kit/webhooks`. */
export interface Signature {
  header: string;
  prefix: string;
  encoding: 'hex' | 'base64';
}

/**
 * Reads the option `--signature`: header, prefix and encoding.
 * @throws CommandLineError if the text does not have this form.
 */
export function parseSignature(text: string): Signature {
  const [, header, prefix, encoding] = /^([\w.-]+): *(.*)<(hex|base64)>$/.exec(text.trim()) ?? [];
  if (header !== undefined) return { header, prefix, encoding } as Signature;
  throw new CommandLineError(`--signature: write header, prefix, and hex or base64, such as "${usualSignature}".`);
}
