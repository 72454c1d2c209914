import { parseEvent } from '@escrow-kit/webhooks';

/** The fields whose values are shown: those that identify an event. */
const shown: readonly string[] = ['status', 'contractId', 'referenceId'];

/** The body of an event for a page: the values of other fields, which may name people, are replaced by their types. */
export function redactBody(rawBody: string): string {
  const body = parseEvent(rawBody)?.body ?? {};
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' && shown.includes(name) ? value : `(${typeof value})`,
  ]);
  return JSON.stringify(Object.fromEntries(fields));
}
