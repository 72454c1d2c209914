export { CommandLineError } from './command-line-error.ts';
export { addOptions, createProgram, type ProgramOptions } from './create-program.ts';
export { overlayOption, parseNumber, parseSignature, parseText, portOption, usualSignature } from './option-values.ts';
export { type RunOptions, runProgram } from './run-program.ts';
export { warnOfVisibleSecrets } from './visible-secrets.ts';
