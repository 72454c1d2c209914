import type { components } from '@escrow-kit/sandbox-control';

/** A schema of the control API's document. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
