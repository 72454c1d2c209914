import type { DocumentedExample } from './documented-example.ts';

/** What is wrong with a request. It never contains a value of the request. */
export interface Reason {
  /** The path to the field, beginning with the part of the request. */
  location: string[];
  rule?: string | undefined;
  message: string;
}

/** A refusal that the document describes: the status, and the example that illustrates the broken rule. */
export interface Refusal {
  status: 400 | 401 | 403 | 415;
  /** Undefined if the document has none; then Prism chooses the answer. */
  example?: DocumentedExample | undefined;
  reasons: Reason[];
}

/** A refusal because of a header, for the rule that the example illustrates. */
export function refuseHeader(
  header: string,
  { status, example, message }: Omit<Refusal, 'reasons'> & { message: string },
): Refusal {
  return { status, example, reasons: [{ location: ['request', 'headers', header], rule: example?.rules[0], message }] };
}
