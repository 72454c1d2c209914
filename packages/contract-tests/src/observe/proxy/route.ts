import { findOperation, type HostName, hostNames, operations } from '@escrow-kit/spec';
import { withoutSlash } from '../../deployment/build-request.ts';
import { type Deployment, optionOf } from '../../deployment/deployment.ts';
import { sharedStart } from '../shared-start.ts';

/** Where a request goes. */
export interface Destination {
  /** The address of the service; its path is part of `target`. */
  url: URL;
  /** Path and query to send. */
  target: string;
  host?: HostName;
}

/** An answer of the proxy itself. */
export interface Refusal {
  status: number;
  /** What to do, in ASCII. */
  reason: string;
}

/** Finds where a request goes by its method and its path with query. */
export type Route = (method: string, target: string) => Destination | Refusal;

/** The host of a path that is like none of the document. */
const usualHost: HostName = 'contract';

/** Routes calls to the addresses of the hosts, each with the path of its address before its own. */
export const routeCalls =
  (hosts: Deployment['hosts']): Route =>
  (method, target) => {
    const host = findHost(method, target);
    const address = hosts[host];
    if (address === undefined) {
      return {
        status: 502,
        reason: `No address of the host "${host}" is given. Start with ${optionOf(`${host}Url`)}.`,
      };
    }
    const url = new URL(address);
    return { url, target: `${withoutSlash(url.pathname)}${target}`, host };
  };

/** Routes every event to the one endpoint of the application, with the query that it came with. */
export const routeEvents =
  (endpoint: string): Route =>
  (_method, target) => {
    const url = new URL(endpoint);
    const start = target.indexOf('?');
    return { url, target: start < 0 ? url.pathname : `${url.pathname}${target.slice(start)}` };
  };

/**
 * The host of a call: an operation of the document has its own, any other path that of the document's path with which it shares the
 * most leading segments, else it is the contract service.
 */
export function findHost(method: string, target: string): HostName {
  const [path = ''] = target.split('?');
  return findOperation(method, path)?.operation.host ?? findLikeliestHost(path);
}

function findLikeliestHost(path: string): HostName {
  const segments = path.split('/').slice(1);
  const likeness = (host: HostName): number =>
    Math.max(0, ...operations.map((each) => (each.host === host ? sharedStart(segments, each.path).length : 0)));
  const best = Math.max(...hostNames.map(likeness));
  return [usualHost, ...hostNames].find((host) => likeness(host) === best) ?? usualHost;
}
