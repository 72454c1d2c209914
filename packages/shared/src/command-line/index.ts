export { CommandLineError } from './command-line-error.ts';
export { addOptions, createProgram, type ProgramOptions } from './create-program.ts';
export { overlayOption, parseNumber, parseText, portOption } from './option-values.ts';
export { type RunOptions, runProgram } from './run-program.ts';
export { parseSignature, usualSignature } from './signature-option.ts';
export { warnOfVisibleSecrets } from './visible-secrets.ts';
