import { type Control, createControl } from '@escrow-kit/sandbox-control';
import { checkControlToken } from './check-control-token.ts';
import { createRunner } from './delivery/create-runner.ts';
import type { AssumedRules } from './domain/refuse-or-note.ts';
import type { Credentials } from './domain/tenants/credentials.ts';
import { ensureDefaultTenant } from './domain/tenants/ensure-default-tenant.ts';
import { createRequestLog } from './request-log/request-log.ts';
import { createListener } from './server/create-listener.ts';
import { type ListeningServer, listen } from './server/listen.ts';
import { type RuleImplementations, shippedRules } from './server/rule-implementations.ts';
import type { ServerContext } from './server/server-context.ts';
import { listenStartError, type StartContext, storeStartError } from './start-error.ts';
import { createChanges } from './storage/changes.ts';
import { createFolder } from './storage/create-folder.ts';
import { type Database, openDatabase, type StorageOptions } from './storage/database.ts';

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

/**
 * Starts the whole service in this process. Throws a SandboxStartError where the store can't be opened, the port is
 * taken, or a host that is not loopback comes without a control token.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return (await startService(options)).sandbox;
}

/**
 * Starts the sandbox and returns its inner parts with it, for tests of what has no call of its own. `rules` replaces
 * functions that hold rules, for a sandbox that breaks one.
 */
export async function startService(
  {
    port = 0,
    host = '127.0.0.1',
    publicUrl,
    webhookUrl,
    webhookSecret,
    controlToken,
    assumedRules = 'refuse',
    validateResponses = false,
    ...storage
  }: SandboxOptions,
  rules: RuleImplementations = shippedRules,
): Promise<{ sandbox: Sandbox; service: ServerContext }> {
  checkControlToken(host, controlToken);
  const context: StartContext = { ...storage, port, host };
  const db = await openStore(context);
  try {
    const runner = createRunner({ db, systemNow: Date.now, rules });
    const stopping = new AbortController();
    const changes = createChanges();
    const requestLog = createRequestLog(db, changes);
    const service: ServerContext = {
      db,
      systemNow: Date.now,
      publicUrl: '',
      assumedRules,
      validateResponses,
      wake: runner.wake,
      changes,
      requestLog,
      stopping: stopping.signal,
      controlToken,
      rules,
    };
    const credentials = await ensureDefaultTenant(db, { systemNow: Date.now(), webhookUrl, webhookSecret });
    const server = await openServer(service, context);
    service.publicUrl = publicUrl?.replace(/\/+$/, '') ?? server.url;
    runner.wake();
    const stop = async () => {
      stopping.abort();
      await Promise.all([server.close(), runner.close()]);
      await requestLog.flush();
      await db.destroy();
    };
    let stopped: Promise<void> | undefined;
    const close = () => {
      stopped ??= stop();
      return stopped;
    };
    const control = createControl(server.url, { controlToken });
    return { service, sandbox: { url: server.url, credentials, control, close } };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function openStore(context: StartContext): Promise<Database> {
  const { dataFolder, databaseUrl } = context;
  try {
    if (databaseUrl !== undefined) new URL(databaseUrl);
    else if (dataFolder !== undefined) await createFolder(dataFolder);
    return await openDatabase({ dataFolder, databaseUrl });
  } catch (error) {
    throw storeStartError(error, context);
  }
}

async function openServer(service: ServerContext, context: StartContext): Promise<ListeningServer> {
  try {
    return await listen(createListener(service), context);
  } catch (error) {
    throw listenStartError(error, context);
  }
}
