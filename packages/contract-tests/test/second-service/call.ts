import type { Kind, Service } from './service.ts';

/** A call as a route sees it. */
export interface Call {
  service: Service;
  /** What the groups of the route's path matched, decoded. */
  path: string[];
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON may come, and each route looks at what it needs
  body: any;
}

/** An answer. Without a body nothing is sent. */
export interface Answer {
  status: number;
  body?: unknown;
  /** Default: of JSON. */
  text?: string;
}

/** One call of the service. */
export interface Route {
  method: string;
  /** Of the whole path, as it is on the wire. */
  path: RegExp;
  /** The kinds of token that it takes; none where it takes no token. */
  kinds: readonly Kind[] | ((service: Service) => readonly string[]);
  /** Answered with 403 where it is of this kind. */
  forbidden?: Kind;
  /** The media type that it takes. Default: JSON. */
  isForm?: true;
  isUsersApi?: true;
  answer: (call: Call) => Answer;
}

/** A refusal of which neither status nor body is shown. */
export function refuse({ variation }: Service, reason: string): Answer {
  const { refusalStatus: status, refusalBody } = variation;
  if (refusalBody === 'none') return { status };
  return refusalBody === 'text' ? { status, text: `No: ${reason}` } : { status, body: { problems: [{ reason }] } };
}

/** A success with a body that is shown and a status that is not. */
export function succeed({ variation }: Service, body: unknown): Answer {
  return { status: variation.successStatus, body };
}

/** A success of which neither status nor body is shown. */
export function accept({ variation }: Service): Answer {
  const { successStatus, emptyAnswer } = variation;
  if (emptyAnswer === 'none') return { status: 204 };
  return emptyAnswer === 'text' ? { status: successStatus, text: 'done' } : { status: successStatus, body: ['done'] };
}

/** A phone number in E.164 form. */
export const isPhone = (value: unknown): value is string =>
  typeof value === 'string' && /^\+[1-9]\d{1,14}$/.test(value);
