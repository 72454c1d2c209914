import type { ControlSchema } from '@escrow-kit/sandbox-control';

type Attempt = ControlSchema<'DeliveryAttempt'>;
type Failure = NonNullable<Attempt['failure']>;

/** The text of each failure, in a few words. */
const texts: Record<Failure, (host: string, attempt: Attempt) => string> = {
  answered: (_, { answerStatus }) => `The receiver answered ${answerStatus}`,
  redirected: (_, { answerStatus }) => `The receiver redirected with ${answerStatus}`,
  timedOut: () => 'The receiver did not answer in time',
  connectionRefused: (host) => `Nothing listens on ${host}`,
  connectionClosed: (host) => `${host} closed the connection before its answer was complete`,
  connectionTimedOut: (host) => `No connection to ${host} could be made in time`,
  unknownHost: (host) => `No machine has the name in ${host}`,
  noRoute: (host) => `No route leads to ${host}`,
  forbiddenPort: (host) => `No request can be sent to the port of ${host}`,
  noTls: (host) => `${host} does not speak TLS`,
  certificateSelfSigned: (host) => `${host} has a self-signed certificate`,
  certificateOfOther: (host) => `The certificate of ${host} is for another name`,
  certificateExpired: (host) => `The certificate of ${host} has expired`,
  otherError: (host) => `The request to ${host} failed`,
  faultDropped: () => 'A fault dropped the request',
  faultBroke: () => 'A fault broke the connection',
  faultAnswered: (_, { answerStatus }) => `A fault answered ${answerStatus}`,
  faultHeldBack: () => 'A fault held the request back',
};

/** Describes the failure of an attempt in one line; empty if it did not fail. */
export function causeText(attempt: Attempt): string {
  if (attempt.failure === null) return '';
  const host = URL.parse(attempt.url)?.host ?? attempt.url;
  return texts[attempt.failure](host, attempt);
}

const faults: readonly Attempt['failure'][] = ['faultDropped', 'faultBroke', 'faultAnswered', 'faultHeldBack'];

/** Whether a fault caused it, and not the receiver. */
export function isFault(failure: Attempt['failure']): boolean {
  return faults.includes(failure);
}
