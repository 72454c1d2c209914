import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** The failure of a request: its kind, and a text for a reader. */
export interface Failure {
  kind: NonNullable<ControlSchema<'DeliveryAttempt'>['failure']>;
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
  const reason = String(cause?.code ?? cause?.message ?? (error as Error).message);
  const kind = kinds[reason];
  if (kind) return { kind, text: texts[kind](address) };
  return { kind: 'otherError', text: `The request to ${address} failed: ${reason}.` };
}

/** What is known of each failure that the system or `fetch` reports. */
const texts = {
  connectionRefused: (address: string) =>
    `Nothing listens on ${address}. Start the receiver there or correct the webhook address.`,
  connectionClosed: (address: string) => `${address} closed the connection before its answer was complete.`,
  connectionTimedOut: (address: string) => `No connection to ${address} could be made in time.`,
  unknownHost: (address: string) => `No machine has the name in ${address}. Correct the webhook address.`,
  noRoute: (address: string) => `No route leads to ${address}.`,
  forbiddenPort: (address: string) => `No request can be sent to the port of ${address}: choose another one.`,
  noTls: (address: string) => `${address} does not speak TLS: write http instead of https.`,
  certificateSelfSigned: (address: string) => `${address} has a self-signed certificate.`,
  certificateOfOther: (address: string) => `The certificate of ${address} is for another name.`,
  certificateExpired: (address: string) => `The certificate of ${address} has expired.`,
};

/** The kind of failure for each code, or for a message without a code. */
const kinds: Record<string, keyof typeof texts> = {
  ECONNREFUSED: 'connectionRefused',
  ECONNRESET: 'connectionClosed',
  EPIPE: 'connectionClosed',
  UND_ERR_SOCKET: 'connectionClosed',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  EHOSTUNREACH: 'noRoute',
  ENETUNREACH: 'noRoute',
  ETIMEDOUT: 'connectionTimedOut',
  UND_ERR_CONNECT_TIMEOUT: 'connectionTimedOut',
  ERR_SSL_WRONG_VERSION_NUMBER: 'noTls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificateSelfSigned',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificateOfOther',
  CERT_HAS_EXPIRED: 'certificateExpired',
  'bad port': 'forbiddenPort',
};
