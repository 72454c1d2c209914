import type { Control } from '@escrow-kit/sandbox-control';
import type { Credentials } from './domain/credentials.ts';
import type { AssumedRules } from './domain/refuse-or-note.ts';

/** Options of a sandbox. */
export interface SandboxOptions {
  /** The folder that keeps the state, for one process at a time. Default: none; state is kept in memory. */
  dataFolder?: string | undefined;
  /** 0 takes a free port. Default: 0. */
  port?: number;
  /** Default: `127.0.0.1`, so that no other machine reaches the sandbox. */
  host?: string;
  /**
   * The address by which others reach this sandbox, for checkout URLs behind a proxy. Default: the name of this machine in the call, such
   * as `localhost`, and for other callers the address it listens on.
   */
  publicUrl?: string | undefined;
  /** The address of the default tenant's events (HOOK-6). Default: the stored one; none at first. */
  webhookUrl?: string | undefined;
  /** The secret that signs the default tenant's events (HOOK-2). Default: the stored one; `whsec_sandbox` at first. */
  webhookSecret?: string | undefined;
  /** The token that every call of the control API has to send. Required if `host` is not loopback. Default: none. */
  controlToken?: string | undefined;
  /**
   * The origins, such as `http://localhost:8080`, whose web pages may call the service and read its answers (CORS), without
   * cookies. The control API and the sandbox's own pages stay closed to them. Only on loopback. Default: none.
   */
  allowOrigins?: readonly string[] | undefined;
  /**
   * What to do with a call that breaks a rule which is only implied or assumed: `refuse` it, or `note` it in the request log
   * and let it through if the sandbox can carry it out. Default: `refuse`.
   */
  assumedRules?: AssumedRules;
  /**
   * A test mode: checks every answer against the document, and turns an undocumented one into a 500 with the error
   * `undocumented_response`. Default: false.
   */
  validateResponses?: boolean;
}

/** A running sandbox. */
export interface Sandbox {
  /** The address, which serves every host of the document. Without a trailing slash. */
  url: string;
  /** The credentials of the default tenant. */
  credentials: Credentials;
  /** The control of the default tenant. It can create others. */
  control: Control;
  /** Stops, waits a moment for requests and deliveries in progress, and closes the store. May be called again. */
  close(): Promise<void>;
}
