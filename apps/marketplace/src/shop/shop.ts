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
  /** Who buys with one click, and is in the form of an order at first. A real shop has none. */
  exampleBuyer?: { firstName: string; lastName: string; phone: string } | undefined;
}

/** The message of an error, for the log. Errors of the kit hold no secret and no personal data. */
export const inWords = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Runs a flow, or waits for the run of the same name that this process has already started, such as after a double click. A second
 * run would fail on the first one's pending step.
 */
export function shareRun({ runs }: Shop, name: string, run: () => Promise<void>): Promise<void> {
  const running = runs.get(name);
  if (running) return running;
  const started = run().finally(() => runs.delete(name));
  runs.set(name, started);
  return started;
}

/** Why the shop itself refused a request. */
export type ShopErrorCode = 'not_found' | 'not_yours' | 'not_payable' | 'form' | 'step_resolved';

export class ShopError extends Error {
  override name = 'ShopError';
  readonly code: ShopErrorCode;

  constructor(code: ShopErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
