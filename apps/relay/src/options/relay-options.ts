import type { WebhookReceiverOptions } from '@escrow-kit/webhooks';

/** Where a server listens. Port 0 takes a free one. */
export interface Address {
  host: string;
  port: number;
}

/** Where events are stored: a folder with a SQLite file for each target, or a PostgreSQL with a schema for each. */
export type StoreOptions = { folder: string } | { databaseUrl: string };

/** Where secrets are: given as they are, or in a file, one a line. The first one signs; all are accepted. */
export type SecretOptions = { secrets: readonly string[] } | { file: string };

/** The secrets of a text, one a line. White space around a secret is left out. */
export const parseSecrets = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** An endpoint to which events are forwarded. */
export interface TargetOptions {
  /** Identifies the target and its store: lower-case letters, digits and underscores. */
  name: string;
  url: string;
}

/** How a deployment sends its events, as options of the receiver. Left out: as the service sends them. */
export type EventOptions = EventPart<WebhookReceiverOptions>;

/** Of each kind of options: those of signed events, and those of unsigned ones. */
type EventPart<Options> = Options extends WebhookReceiverOptions
  ? Pick<Options, 'signature' | 'allowedAddresses' | 'addressHeader' | 'statuses'>
  : never;

/** The options of a relay. */
export interface RelayOptions {
  listen: Address;
  store: StoreOptions;
  events: EventOptions;
  /** Undefined if events are unsigned, and are forwarded without the signature of Standard Webhooks. */
  secret: SecretOptions | undefined;
  targets: readonly TargetOptions[];
}
