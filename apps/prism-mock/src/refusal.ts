import type { DocumentedExample } from './documented-example.ts';

/** What is wrong with a request. It never contains a value of the request. */
export interface Reason {
  /** From the part of the request down to the field. */
  location: string[];
  rule?: string | undefined;
  message: string;
}

/** A refusal that the document describes: the status, and the example that illustrates the broken rule. */
export interface Refusal {
  status: 400 | 401 | 403 | 415;
  /** Undefined where the document has none; Prism then answers as it sees fit. */
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
