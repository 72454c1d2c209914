import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** The kind of a failure. */
type DeliveryFailure = NonNullable<ControlSchema<'DeliveryAttempt'>['failure']>;

/** The failure of a request: its kind, and a text for a reader. */
export interface Failure {
  kind: DeliveryFailure;
  text: string;
}

/** Says why a request got no answer. `address` is the receiver's host and port. */
export function describeFailure(
  error: unknown,
  { address, timeoutInMs }: { address: string; timeoutInMs: number },
): Failure {
  if (error instanceof Error && error.name === 'TimeoutError') {
    const text = `The receiver did not finish its answer within ${timeoutInMs / 1000} s. Answer first, process later.`;
    return { kind: 'timedOut', text };
  }
  const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause;
  const code = String(cause?.code ?? '');
  const known = knownFailures[code];
  if (known) return { kind: known.kind, text: known.text(address) };
  const reason = String(cause?.message ?? (error as Error).message);
  if (reason === 'bad port') {
    const text = `No request can be sent to the port of ${address}: choose another one.`;
    return { kind: 'forbiddenPort', text };
  }
  return { kind: 'otherError', text: `The request to ${address} failed: ${code || reason}.` };
}

/** A failure that is known by the system's error code. */
interface KnownFailure {
  kind: DeliveryFailure;
  text(address: string): string;
}

const connectionClosed: KnownFailure = {
  kind: 'connectionClosed',
  text: (address) => `${address} closed the connection before its answer was complete.`,
};
const unknownHost: KnownFailure = {
  kind: 'unknownHost',
  text: (address) => `No machine has the name in ${address}. Correct the webhook address.`,
};
const noRoute: KnownFailure = { kind: 'noRoute', text: (address) => `No route leads to ${address}.` };
const connectionTimedOut: KnownFailure = {
  kind: 'connectionTimedOut',
  text: (address) => `No connection to ${address} could be made in time.`,
};

const knownFailures: Record<string, KnownFailure> = {
  ECONNREFUSED: {
    kind: 'connectionRefused',
    text: (address) => `Nothing listens on ${address}. Start the receiver there or correct the webhook address.`,
  },
  ECONNRESET: connectionClosed,
  EPIPE: connectionClosed,
  UND_ERR_SOCKET: connectionClosed,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ETIMEDOUT: connectionTimedOut,
  UND_ERR_CONNECT_TIMEOUT: connectionTimedOut,
  ERR_SSL_WRONG_VERSION_NUMBER: {
    kind: 'noTls',
    text: (address) => `${address} does not speak TLS: write http instead of https.`,
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    kind: 'certificateSelfSigned',
    text: (address) => `${address} has a self-signed certificate.`,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    kind: 'certificateOfOther',
    text: (address) => `The certificate of ${address} is for another name.`,
  },
  CERT_HAS_EXPIRED: {
    kind: 'certificateExpired',
    text: (address) => `The certificate of ${address} has expired.`,
  },
};
