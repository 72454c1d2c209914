import type { EscrowClient } from '@escrow-kit/client';
import type { WebhookReceiver } from '@escrow-kit/webhooks';
import type { Config } from '../config/config.ts';
import type { Storage } from '../storage/storage.ts';

/** The shop's dependencies, handed to every part of it. */
export interface Shop {
  config: Config;
  /** The origin under which browsers reach the shop, without a trailing slash. */
  url: string;
  storage: Storage;
  escrow: EscrowClient;
  receiver: WebhookReceiver;
  /** The flows that this process is running: see `shareRun`. */
  runs: Map<string, Promise<void>>;
  log: (line: string) => void;
  now: () => Date;
}

/** The message of an error, for the log. Errors of the kit hold no secret and no personal data. */
export const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));
