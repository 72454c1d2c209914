import { responseFor, type ServiceOperation } from '@escrow-kit/spec';

/**
 * Whether the service shows exactly this status, rather than the document assuming one. Throws if the document
 * does not have it.
 */
export function isStatusShown({ id, responses }: ServiceOperation, status: number): boolean {
  const response = responseFor(responses, status);
  if (!response) throw new Error(`The document has no ${status} of ${id}.`);
  return !/status/i.test(response['x-not-shown'] ?? '');
}
