import type { EscrowClient } from '@escrow-kit/client';
import type { WebhookReceiver } from '@escrow-kit/webhooks';
import type { Config } from '../config/config.ts';
import type { Storage } from '../storage/storage.ts';

/** What every part of the shop works with. */
export interface Shop {
  config: Config;
  /** How browsers reach the shop, without a slash at the end. */
  url: string;
  storage: Storage;
  escrow: EscrowClient;
  receiver: WebhookReceiver;
  /** The flows that this process is running: see `shareRun`. */
  runs: Map<string, Promise<void>>;
  log: (line: string) => void;
  now: () => Date;
}

/** An error for the log: those of the kit hold no secret and no personal data. */
export const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));
