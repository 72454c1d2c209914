import type { Basis, HostName, Signature } from '@escrow-kit/spec';

/** One exchange as it is kept. Nothing in it is secret or personal. */
export interface KeptExchange {
  /** A call of the application, or an event of the service. */
  kind: 'call' | 'event';
  /** When it started, in ISO 8601. */
  at: string;
  /** Rounded to 0.01. */
  durationInMs: number;
  /** The id of the operation or webhook. Undefined if the document has none for this method and path. */
  operation?: string | undefined;
  host?: HostName | undefined;
  method: string;
  /** The document's template, or the name of the webhook. In another path, each segment that is no known word is `{}`. */
  path: string;
  /** Undefined if no answer came. */
  status?: number | undefined;
  /** The code of the connection's error, such as ECONNRESET, if no complete answer came. */
  failure?: string | undefined;
  request: KeptMessage;
  response?: KeptMessage | undefined;
  /** The bearer token that was sent. The same token has the same label, in this run only. */
  sentToken?: { label: string; kind?: string | undefined; origin?: TokenOrigin | undefined } | undefined;
  /** A token in the answer, with its lifetime in seconds, if the answer gives it. Its label is that of `sentToken`. */
  gotToken?: { label: string; expiresInSeconds?: number | undefined } | undefined;
  /** Events only: the attempts of an event have the same label, in this run only. */
  eventLabel?: string | undefined;
  /** Calls that were not served only: the same call has the same label, in this run only. */
  callLabel?: string | undefined;
  /** Events only: headers whose value may be a digest, each with a label of it, which is the same for the same value in this run only. */
  digests?: Record<string, string> | undefined;
  /** Events only, if their secret is known: how this one is signed; null if no header has the signature of its body alone. */
  signature?: Signature | null | undefined;
  /** The header that has the signature of its body, if `signature` is null: beside other parts, or after what may not be kept. */
  signedIn?: string | undefined;
  /** What contradicts the document or a rule, judged on the whole values. Each is of the service, and counts by its basis. */
  violations: KeptViolation[];
  /**
   * Why the document forbids the request, if the service refused it: no contradiction, but it shows how such a request is refused.
   */
  refusedFor: KeptViolation[];
}

/** Where a token that is sent came from, if an earlier answer of the run had it. */
export interface TokenOrigin {
  /** The call, as {@link KeptExchange} has it. */
  operation?: string | undefined;
  method: string;
  path: string;
  /** Where in its answer, as a JSON pointer. */
  pointer: string;
  /** Where a number beside it is called a lifetime. */
  lifetimePointer?: string | undefined;
}

/** A contradiction. It never contains the value. */
export interface KeptViolation {
  /** `request`: the service served what has to be refused, or sent a wrong event. `response`: its answer is wrong. */
  part: 'request' | 'response';
  /** Where, such as `body`, `header content-type`, `query redirectUrl` or `status`. */
  at: string;
  /** Where in a body, as `pointer` of {@link KeptField}. */
  pointer?: string | undefined;
  /** The keyword of the schema that refuses the value, if one does. */
  keyword?: string | undefined;
  /** The rule that states it. Undefined if the document names none. */
  rule?: string | undefined;
  /** How well that rule is known. Undefined if there is no rule: then the document states it all the same. */
  basis?: Basis | undefined;
  /** What is expected, such as `must be string`. */
  message: string;
}

/** A request or an answer. */
export interface KeptMessage {
  /** Such as `application/json`, without parameters. Undefined if the message names none. */
  mediaType?: string | undefined;
  /** What the body is. `cut`: longer than what is captured, so that nothing of it was judged. */
  body: 'none' | 'json' | 'form' | 'other' | 'cut';
  /**
   * By lower-case names. The values of documented headers that are not sensitive, and the media type, are kept; of others the shape.
   */
  headers: Record<string, KeptValue>;
  /** The fields of the body. Values that are the same at the same pointer are one entry. */
  fields: KeptField[];
  /** How many values of the body are not in `fields`, because it has too many, or they are too deep. Undefined if none. */
  omittedFields?: number | undefined;
  /** Requests only. Of parameters that the document does not have, the value is a shape. */
  parameters?: KeptParameter[] | undefined;
}

/** A value in a body, with objects and arrays themselves. */
export interface KeptField {
  /**
   * A JSON pointer, in which `*` is each element of an array or each value of a map: `/data/milestones/*`. Where a discriminator of the
   * document chooses the schema of a value, the step to it names the alternative, such as `*[role=CUSTOMER]`.
   */
  pointer: string;
  isDocumented: boolean;
  value: KeptValue;
  /** How many times the body has this value at this pointer: at least 1. */
  count: number;
}

/** A parameter of the path or the query. */
export interface KeptParameter {
  name: string;
  in: 'path' | 'query';
  isDocumented: boolean;
  value: KeptValue;
}

/** A value that may be kept, or its shape. */
export type KeptValue = { value: string | number | boolean | null; type: JsonType } | KeptShape;

/** What is kept of a value that may be secret or personal, or that the document does not know. */
export interface KeptShape {
  type: JsonType;
  /** Characters of a text, elements of an array, or properties of an object. */
  length?: number | undefined;
  /** The form of a text, such as `uuid`, `date-time`, `e164`, `digits`, `hex`, `base64`, `url`, `word` or `v1=hex`. */
  format?: string | undefined;
  /** Of a number. */
  isInteger?: boolean | undefined;
  /** Digits after the point of a number. */
  decimals?: number | undefined;
}

/** The types of JSON. */
export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array';
