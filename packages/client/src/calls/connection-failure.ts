import type { Operation } from '../document/registered.ts';
import { consequenceOf, EscrowError } from '../errors.ts';
import { isText } from '../json.ts';
import type { CallState } from '../observer.ts';
import { isUnshared, type SendRequest } from '../options.ts';

// Why a request got no answer: whether it was ever sent, and where it failed, on Node, Deno and Bun, with and without a proxy.

/** The data in an error of `fetch`. Depending on the runtime, the code is in the error itself or in its cause. */
interface Failure {
  code?: unknown;
  syscall?: unknown;
  cause?: unknown;
  /** The answer of a proxy. */
  status?: unknown;
  /** The host whose name was looked up, or the address that was tried. It is a proxy's if that is not the target's. */
  hostname?: unknown;
  address?: unknown;
  port?: unknown;
}

/** The code of Bun for a proxy that does not connect to the host: it answers CONNECT with 502 or 407, for example. */
const noTunnel = 'ERR_PROXY_TUNNEL';

type CodesByMessage = readonly (readonly [message: RegExp, code: string])[];

/** The failures that only a message tells, all of them before anything is sent. */
const codesByMessage: CodesByMessage = [
  // A port that fetch never connects to, such as 6000: Node, Deno.
  [/^(?:bad port|Fetch failed: Requests to port \d+ are blocked)$/, 'bad port'],
  // Node
  [/^Proxy response \((\d+)\) !== 200 when HTTP Tunneling$/, noTunnel],
];

/** Those of Deno, if no connection was reused. The address that it quotes has no blanks. */
const codesByMessageOfDeno: CodesByMessage = [
  [/^error sending request for url \S+ client error \(Connect\): (?:unsuccessful tunnel|proxy auth)/, noTunnel],
  [/^error sending request for url \S+ client error \(Connect\)/, 'Connect'],
];

/**
 * Finds the part of an error that says what happened. The caller's own `fetch` may reject with anything, such as an object whose
 * getters throw.
 * @param fetch What sent the request.
 */
export function failureOf(thrown: unknown, fetch: SendRequest): Failure {
  try {
    return readFailure(thrown, isUnshared(fetch) ? [...codesByMessage, ...codesByMessageOfDeno] : codesByMessage);
  } catch {
    return {};
  }
}

function readFailure(thrown: unknown, codes: CodesByMessage): Failure {
  const failure = Object(thrown);
  const outer = Object(failure.cause);
  for (const { message } of [failure, outer, Object(outer.cause)]) {
    for (const [known, code] of codes) {
      const found = known.exec(isText(message) ? message : '');
      if (found) return { code, status: found[1] };
    }
  }
  const source = failure.code ? failure : outer;
  const { code, cause, hostname, errors } = source;
  // The attempts at several addresses of a name. Their common error has the code of the first, and no syscall.
  const [first, ...others] = errors ? [errors].flat().map(Object) : [source];
  const { address, port, syscall } = Object(first);
  const isOneSyscall = others.every((other) => other.syscall === syscall);
  return { code, syscall: isOneSyscall ? syscall : undefined, cause, hostname, address, port };
}

/** The codes of a certificate that is not trusted. It is verified before anything of the request is sent (tried on Node and Bun). */
const codesOfCertificates: readonly unknown[] = [
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

const codesOfNoConnection: readonly unknown[] = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_CLOSED'],
  // Bun
  'ConnectionRefused',
  ...[...codesByMessage, ...codesByMessageOfDeno].map(([, code]) => code),
  ...codesOfCertificates,
];

/** Whether a connection was certainly never made. If there is a further cause, that is not certain. */
export const wasNeverConnected = ({ code, syscall, cause }: Failure): boolean =>
  !cause && (codesOfNoConnection.includes(code) || syscall === 'connect');

/**
 * The failure of a proxy on the way to the target; undefined if nothing shows that there is one. A target's name may stand for any
 * address, so only another port shows it then.
 */
function describeProxy(failure: Failure, target: URL): string | undefined {
  const { code, status, hostname, address, port } = failure;
  if (code === noTunnel) return `was refused by the proxy${status ? ` with ${status}` : ''}`;
  if (isText(hostname))
    return hostname === target.hostname ? undefined : `could not connect to the proxy at ${hostname}`;
  // The address of a Unix socket is a path, without a port.
  if (!isText(address) || typeof port !== 'number') return undefined;
  const targetPort = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
  const host = address.includes(':') ? `[${address}]` : address;
  const isTarget = port === targetPort && (host === target.hostname || !/^[\d.]+$|^\[/.test(target.hostname));
  return isTarget ? undefined : `could not connect to the proxy at ${host}:${port}`;
}

/** The error of a request without an answer. It contains only the codes of its cause, whose message may quote what was sent. */
export function connectionError(
  { call, operation, url }: { call: CallState; operation: Operation; url: string },
  failure: Failure,
): EscrowError {
  const { code, syscall } = failure;
  const target = new URL(url);
  const host = `hosts.${call.host}, ${target.origin}${typeof code === 'string' ? ` (${code})` : ''}`;
  const proxy = describeProxy(failure, target);
  const remedy = codesOfCertificates.includes(code)
    ? 'its certificate is not trusted. Check the address, or add your authority with NODE_EXTRA_CA_CERTS.'
    : 'check the address, and that the service is up.';
  const connecting = proxy
    ? `${proxy} on the way to ${host}: check HTTP_PROXY, HTTPS_PROXY and NO_PROXY.`
    : `could not connect to ${host}: ${remedy}`;
  const problem = call.outcome === 'not-sent' ? connecting : `lost its connection to ${host}.`;
  return new EscrowError('connection', `${problem} ${consequenceOf(call, operation)}`, {
    ...call,
    cause: { code, syscall },
  });
}
