import type { Kind, Service } from './service.ts';

/** The call that a route handles. */
export interface Call {
  service: Service;
  /** What the groups of the route's path matched, decoded. */
  path: string[];
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON may arrive, and each route checks what it needs
  body: any;
}

/** An answer. Without a body, the answer is empty. */
export interface Answer {
  status: number;
  body?: unknown;
  /** Default: JSON. */
  text?: string;
}

/** One call of the service. */
export interface Route {
  method: string;
  /** Matches the whole path, as it is on the wire. */
  path: RegExp;
  /** The kinds of token that it takes; empty if it takes no token. */
  kinds: readonly Kind[] | ((service: Service) => readonly string[]);
  /** A token of this kind is answered with 403. */
  forbidden?: Kind;
  /** The media type that it takes. Default: JSON. */
  isForm?: true;
  isUsersApi?: true;
  answer: (call: Call) => Answer;
}

/** A refusal whose status and body are not shown. */
export function refuse({ variation }: Service, reason: string): Answer {
  const { refusalStatus: status, refusalBody } = variation;
  if (refusalBody === 'none') return { status };
  return refusalBody === 'text' ? { status, text: `No: ${reason}` } : { status, body: { problems: [{ reason }] } };
}

/** A success whose body is shown, but not its status. */
export function succeed({ variation }: Service, body: unknown): Answer {
  return { status: variation.successStatus, body };
}

/** A success whose status and body are not shown. */
export function accept({ variation }: Service): Answer {
  const { successStatus, emptyAnswer } = variation;
  if (emptyAnswer === 'none') return { status: 204 };
  return emptyAnswer === 'text' ? { status: successStatus, text: 'done' } : { status: successStatus, body: ['done'] };
}

/** A phone number in E.164 form. */
export const isPhone = (value: unknown): value is string =>
  typeof value === 'string' && /^\+[1-9]\d{1,14}$/.test(value);
