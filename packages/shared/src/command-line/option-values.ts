import { InvalidArgumentError, Option } from 'commander';
import { CommandLineError } from './command-line-error.ts';

const mostPort = 65_535;

/** Reads a whole number of this range from an option. */
export function parseNumber({ least = 1, most }: { least?: number; most: number }): (value: string) => number {
  return (value) => {
    const given = Number(value);
    if (/^\d+$/.test(value.trim()) && given >= least && given <= most) return given;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

/** The option of a port. */
export const portOption = (usual: number): Option =>
  new Option('--port <port>', 'port; 0 takes a free port')
    .default(usual)
    .argParser(parseNumber({ least: 0, most: mostPort }));

/** The option of overlays. `findOverlayFiles` reads it, too, before the command line is parsed. */
export const overlayOption = (help: string): Option =>
  new Option('--overlay <file>', help)
    .env('ESCROW_OVERLAY')
    .argParser((file: string, others: string[] = []) => [...others, file]);

/** Reads a text from an option. Throws if it is empty or looks like the next option. The error does not repeat it, as it may be a secret. */
export function parseText(flag: string): (value: string) => string {
  return (value) => {
    // A variable that was read from a file may end with a line break.
    const given = value.trim();
    if (given === '') throw new CommandLineError(`${flag} is empty. Give a value or leave it out.`);
    if (given.startsWith('--')) throw new CommandLineError(`${flag} has no value. Give one or leave it out.`);
    return given;
  };
}

/** How the service signs (HOOK-2), as the option `--signature` writes it. */
export const usualSignature = 'Service-Signature: sha256=<hex>';

/**
 * Reads the option `--signature`: header, prefix and encoding, as `SignatureForm` of `@escrow-kit/webhooks` has them.
 * @throws CommandLineError if the text does not have this form.
 */
export function parseSignature(text: string): { header: string; prefix: string; encoding: 'hex' | 'base64' } {
  const [, header, prefix = '', encoding] = /^([\w.-]+): *(.*)<(hex|base64)>$/.exec(text.trim()) ?? [];
  if (header !== undefined) return { header, prefix, encoding: encoding === 'hex' ? 'hex' : 'base64' };
  throw new CommandLineError(`--signature: write header, prefix, and hex or base64, such as "${usualSignature}".`);
}
