/** Says in words a person reads why a request brought no answer. `address` is the receiver's host and port. */
export function failureText(
  error: unknown,
  { address, timeoutInMs }: { address: string; timeoutInMs: number },
): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `The receiver did not finish its answer within ${timeoutInMs / 1000} s. Answer first, process later.`;
  }
  const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause;
  const code = String(cause?.code ?? '');
  const text = failureTexts[code];
  if (text) return text(address);
  const reason = String(cause?.message ?? (error as Error).message);
  if (reason === 'bad port') return `No request can be sent to the port of ${address}: choose another one.`;
  return `The request to ${address} failed: ${code || reason}.`;
}

const connectionClosed = (address: string) => `${address} closed the connection before its answer was complete.`;
const noSuchHost = (address: string) => `No machine has the name in ${address}. Correct the webhook address.`;

const failureTexts: Record<string, (address: string) => string> = {
  ECONNREFUSED: (address) => `Nothing listens on ${address}. Start the receiver there or correct the webhook address.`,
  ECONNRESET: connectionClosed,
  EPIPE: connectionClosed,
  UND_ERR_SOCKET: connectionClosed,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
  EHOSTUNREACH: (address) => `No route leads to ${address}.`,
  ENETUNREACH: (address) => `No route leads to ${address}.`,
  ETIMEDOUT: (address) => `No connection to ${address} could be made in time.`,
  UND_ERR_CONNECT_TIMEOUT: (address) => `No connection to ${address} could be made in time.`,
  ERR_SSL_WRONG_VERSION_NUMBER: (address) => `${address} does not speak TLS: write http instead of https.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: (address) => `${address} shows a certificate that it signed itself.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (address) => `The certificate of ${address} is for another name.`,
  CERT_HAS_EXPIRED: (address) => `The certificate of ${address} has expired.`,
};
