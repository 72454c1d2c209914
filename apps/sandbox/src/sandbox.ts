import type { Control } from '@escrow-kit/sandbox-control';
import type { Credentials } from './domain/credentials.ts';
import type { AssumedRules } from './domain/refuse-or-note.ts';

/** Options of a sandbox. */
export interface SandboxOptions {
  /** The folder for the state, for one process at a time. Default: none, so the state is in memory. */
  dataFolder?: string | undefined;
  /** 0 takes a free port. Default: 0. */
  port?: number;
  /** The address to listen on. Default: `127.0.0.1`, so no other machine can reach the sandbox. */
  host?: string;
  /**
   * The address of this sandbox behind a proxy, for checkout URLs. Default: for callers on this machine the name that they used, such as
   * `localhost`; for others the address that it listens on.
   */
  publicUrl?: string | undefined;
  /** The webhook endpoint of the default tenant (HOOK-6). Default: the stored one; none at first. */
  webhookUrl?: string | undefined;
  /** The secret that signs the default tenant's events (HOOK-2). Default: the stored one; `whsec_sandbox` at first. */
  webhookSecret?: string | undefined;
  /** The token for the control API. Required if `host` is not loopback. Default: none. */
  controlToken?: string | undefined;
  /**
   * The origins, such as `http://localhost:8080`, whose web pages can call the service (CORS), without cookies. They cannot use the
   * control API and the sandbox's own pages. Only on loopback. Default: none.
   */
  allowOrigins?: readonly string[] | undefined;
  /**
   * What happens to a call that breaks only implied or assumed rules: `refuse` it, or accept it if the sandbox can carry it out and
   * `note` it in the request log. Default: `refuse`.
   */
  assumedRules?: AssumedRules;
  /**
   * A test mode: checks every answer against the document. An undocumented one becomes a 500 with the error
   * `undocumented_response`. Default: false.
   */
  validateResponses?: boolean;
}

/** A running sandbox. */
export interface Sandbox {
  /** The address, without a trailing slash. It serves every host of the document. */
  url: string;
  /** The credentials of the default tenant. */
  credentials: Credentials;
  /** The control of the default tenant. It can create others. */
  control: Control;
  /** Stops, waits briefly for requests and deliveries in progress, and closes the store. Can be called again. */
  close(): Promise<void>;
}
