// Apart from what reads overlays, so that a program without any loads no library for them.

/** A location in an overlay. */
export interface OverlayLocation {
  file: string;
  /** From 1. */
  line: number;
}

/** An overlay that cannot be read or makes a change that is not allowed. The message starts with file and line and ends with the fix. */
export class OverlayError extends Error implements OverlayLocation {
  readonly code = 'overlay';
  readonly file: string;
  readonly line: number;

  constructor({ file, line }: OverlayLocation, reason: string, options?: ErrorOptions) {
    super(`${file}:${line}: ${reason}`, options);
    this.name = 'OverlayError';
    this.file = file;
    this.line = line;
  }
}
