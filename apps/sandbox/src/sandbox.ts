import type { Control } from '@escrow-kit/sandbox-control';
import type { AssumedRules } from './domain/refuse-or-note.ts';
import type { Credentials } from './domain/tenants/credentials.ts';
import type { StorageOptions } from './storage/database.ts';

/** Where the sandbox listens and keeps its state. */
export interface SandboxOptions extends StorageOptions {
  /** 0 takes a free port. Default: 0. */
  port?: number;
  /** Default: `127.0.0.1`, so that no other machine reaches the sandbox. */
  host?: string;
  /** How others reach this sandbox, for checkout URLs behind a proxy. Default: the address that it listens on. */
  publicUrl?: string | undefined;
  /** Where the default tenant's events go (HOOK-6). Default: what the store has, which is nobody at first. */
  webhookUrl?: string | undefined;
  /** What the default tenant's events are signed with (HOOK-2). Default: what the store has, `whsec_sandbox` at first. */
  webhookSecret?: string | undefined;
  /** What every call of the control API has to bring. Required where `host` is not loopback. Default: none. */
  controlToken?: string | undefined;
  /**
   * What becomes of a call that breaks a rule which the service does not state, but which is implied or assumed: `refuse` it, or
   * `note` it in the request log and let it through wherever the sandbox can carry it out. Default: `refuse`.
   */
  assumedRules?: AssumedRules;
  /**
   * A test mode: every answer is checked against the document before it goes out, and one that is not documented becomes a
   * 500 with the error `undocumented_response`. Default: false.
   */
  validateResponses?: boolean;
}

/** A running sandbox. */
export interface Sandbox {
  /** Serves every host of the document, without a slash at the end. */
  url: string;
  /** Of the default tenant. */
  credentials: Credentials;
  /** Of the default tenant; it creates others. */
  control: Control;
  /** Stops, waits a moment for what is being answered and delivered, and closes the store. May be called again. */
  close(): Promise<void>;
}
