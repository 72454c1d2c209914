import { onTestFinished } from 'vitest';
import type { EscrowClientOptions } from '../../src/index.ts';
import { createUndiciTransport } from '../../src/undici-transport.ts';

/** Every way in which a client sends its requests. */
export const transportNames = ['fetch', 'undici'] as const;

export type TransportName = (typeof transportNames)[number];

/** The option of a client that sends that way. */
export function transportFor(name: TransportName): Pick<EscrowClientOptions, 'transport'> {
  if (name === 'fetch') return {};
  const transport = createUndiciTransport();
  onTestFinished(() => transport.close());
  return { transport };
}
