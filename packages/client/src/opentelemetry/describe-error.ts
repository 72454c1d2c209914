import type { Attributes } from '@opentelemetry/api';
import { EscrowError } from '../index.ts';

/** The code of an error of the client, or the class of any other error. Messages may contain personal data. */
export function describeError(error: unknown): Attributes {
  if (error === undefined) return {};
  if (error instanceof EscrowError) return { 'error.type': error.code };
  return { 'error.type': error instanceof Error ? error.constructor.name : '_OTHER' };
}
