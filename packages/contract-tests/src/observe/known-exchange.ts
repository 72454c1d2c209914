import {
  type DocumentedOperation,
  findOperation,
  listWebhookRequests,
  type Response,
  responseFor,
  type Schema,
  type ServiceOperation,
} from '@escrow-kit/spec';
import { withoutSlash } from '../deployment/build-request.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Exchange } from './har.ts';

/** An exchange of an operation of the document, or an event. */
export interface KnownExchange extends Exchange {
  operation: DocumentedOperation;
  /** The same, of a call. Undefined for an event. */
  call: ServiceOperation | undefined;
  /** The values of the placeholders of its path. */
  pathValues: Readonly<Record<string, string>>;
}

/** Which exchanges belong to the service. */
export interface ObservedAddresses {
  /** The addresses of the hosts. Without any, every call belongs to it, by its path. */
  hosts: Deployment['hosts'];
  /** The application's endpoint of events. */
  webhooksTo?: string | undefined;
}

/**
 * Finds the operation of an exchange. Of a call that is none, returns the path below the address of the service; undefined for an
 * exchange with another address.
 */
export function findKnown(exchange: Exchange, addresses: ObservedAddresses): KnownExchange | string | undefined {
  const { url, method } = exchange;
  const { hosts, webhooksTo } = addresses;
  const [event] = listWebhookRequests();
  if (event && webhooksTo !== undefined && pathBelow(url, webhooksTo) !== undefined)
    return { ...exchange, operation: event, call: undefined, pathValues: {} };
  const given = Object.values(hosts);
  const paths = given.length === 0 ? [url.pathname] : given.flatMap((address) => pathBelow(url, address) ?? []);
  // The longest address leaves the shortest path.
  const [path] = paths.toSorted((one, other) => one.length - other.length);
  const call = path === undefined ? undefined : findOperation(method, path);
  return call ? { ...exchange, operation: call.operation, call: call.operation, pathValues: call.path } : path;
}

function pathBelow(url: URL, address: string): string | undefined {
  const base = new URL(address);
  const path = withoutSlash(base.pathname);
  if (url.origin !== base.origin || !`${url.pathname}/`.startsWith(`${path}/`)) return undefined;
  return url.pathname.slice(path.length) || '/';
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether the service did what a call asks for. A page is an answer of something else. */
export const isServed = ({ answer }: Exchange): boolean =>
  answer !== undefined && isSuccess(answer.status) && answer.body.kind !== 'page';

/** The documented status of a success. */
export const successOf = ({ responses }: DocumentedOperation): string | undefined =>
  Object.keys(responses).find((status) => isSuccess(Number(status)));

/** The documented answer for a status. A success of another status than the documented one has the same body. */
export function documentedAnswer(operation: DocumentedOperation, status: number): Response | undefined {
  const { responses } = operation;
  return responseFor(responses, status) ?? (isSuccess(status) ? responses[successOf(operation) ?? ''] : undefined);
}

/** The schema of the body of an answer. */
export const schemaOf = ({ content = {} }: Response): Schema | undefined => Object.values(content)[0]?.schema;
