// Apart from what reads overlays, so that a program without any loads no library for them.

/** A place in an overlay. */
export interface OverlayPlace {
  file: string;
  /** From 1. */
  line: number;
}

/** An overlay that can't be read, or may not change what it changes. The message starts with file and line, and says what to do. */
export class OverlayError extends Error implements OverlayPlace {
  readonly code = 'overlay';
  readonly file: string;
  readonly line: number;

  constructor({ file, line }: OverlayPlace, reason: string, options?: ErrorOptions) {
    super(`${file}:${line}: ${reason}`, options);
    this.name = 'OverlayError';
    this.file = file;
    this.line = line;
  }
}
