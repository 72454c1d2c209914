import type { HostName } from '@escrow-kit/spec';

/** One exchange as the proxy saw it, or as a HAR file holds it. It holds secrets, so it stays in memory. */
export interface RawExchange {
  /** A call of the application, or an event of the service. */
  kind: 'call' | 'event';
  /** In milliseconds since 1970. */
  startedAt: number;
  /** Until the end of the answer. */
  durationInMs: number;
  /** The host that the request went to. Undefined for an event, and for a HAR file's request to an unknown host. */
  host?: HostName;
  method: string;
  /** Path and query, as they were sent. */
  target: string;
  /** As they were sent: with their case, order and repetitions. */
  requestHeaders: RawHeaders;
  requestBody: CapturedBody;
  /** Undefined if no answer began. */
  response?: RawResponse;
  /**
   * Why no complete answer came: the code of the connection's error, such as `ECONNREFUSED`. `CLIENT_CLOSED` if the side that
   * sent the request closed its connection.
   */
  failure?: string;
}

/** An answer. If it broke off, its body is not complete. */
interface RawResponse {
  status: number;
  headers: RawHeaders;
  body: CapturedBody;
  /** Only if there are some. */
  trailers?: RawHeaders;
}

/** Names and values, as they were sent. */
export type RawHeaders = [name: string, value: string][];

/** What was captured of a body, as it was sent: encoded, if it has a content-encoding. */
export interface CapturedBody {
  bytes: Uint8Array;
  /** Whether this is all of it. At most {@link mostCapturedBytes} are captured. */
  isComplete: boolean;
}

/** How much of a body is captured: 1 MiB. The rest passes through uncaptured. */
export const mostCapturedBytes: number = 1024 * 1024;
