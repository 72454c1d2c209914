import type { ContractEvent, KnownStatus } from './event.ts';
import { type BodyField, knownStatuses } from './generated/contract-event.ts';

type Body = Readonly<Record<string, unknown> & Partial<Record<BodyField, unknown>>>;

const isKnown = (status: string): status is KnownStatus => (knownStatuses as readonly string[]).includes(status);

/** A text field where the body has it as text; of statuses other than PAID nothing else than the status is shown. */
const textOrNothing = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What a text is in JSON, where it is JSON. Whatever has a status is an object. */
function parse(text: string): Body | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The event that a raw body holds, or `undefined` where it holds none: it is no JSON object, has no status, or is PAID
 * without contractId or referenceId (HOOK-1). Unknown fields and statuses are kept (HOOK-8). It does not throw.
 */
export function parseEvent(rawBody: string): ContractEvent | undefined {
  const body = parse(rawBody);
  if (typeof body?.status !== 'string') return undefined;
  const { status } = body;
  const milestoneId = textOrNothing(body.contractId);
  const referenceId = textOrNothing(body.referenceId);
  if (status === 'PAID' && (milestoneId === undefined || referenceId === undefined)) return undefined;
  const fields = { milestoneId, referenceId, body };
  // The check above is what the type of PAID asks for.
  return (
    isKnown(status) ? { status, ...fields } : { status: 'unknown', receivedStatus: status, ...fields }
  ) as ContractEvent;
}
