import { CommandLineError } from '@escrow-kit/shared/command-line';
import type { SignatureForm } from '../deployment/create-event-source.ts';
import { signatureHeader } from '../generated/contract-event.ts';
import { signaturePrefix } from '../signature/signature-header.ts';

/** How the service signs (HOOK-2), as the option `--signature` writes it: header, prefix, hash and encoding. */
export const usualSignature: string = `${signatureHeader}: ${signaturePrefix}<sha256 hex>`;

const pattern = /^([\w-]+): *(\S*)<(sha256|sha512) (hex|base64)>$/;

/** @throws CommandLineError if the text does not have this form. */
export function parseSignatureForm(text: string): SignatureForm {
  const [, header, prefix, algorithm, encoding] = pattern.exec(text) ?? [];
  if (header === undefined) {
    throw new CommandLineError(
      `--signature: write header, prefix, sha256 or sha512, and hex or base64, such as "${usualSignature}".`,
    );
  }
  return { header, prefix, algorithm, encoding } as SignatureForm;
}
