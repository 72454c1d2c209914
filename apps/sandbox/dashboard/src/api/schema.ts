import type { components } from '../../../src/generated/control.ts';

/** A schema of the control API's document. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
