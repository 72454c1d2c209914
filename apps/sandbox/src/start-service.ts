import { mkdir } from 'node:fs/promises';
import { createControl } from '@escrow-kit/sandbox-control';
import { checkAllowedOrigins, checkControlToken, checkIds, checkOptions } from './check-options.ts';
import { createRunner } from './delivery/runner.ts';
import { continueIds } from './domain/create-id.ts';
import { ensureDefaultTenant } from './domain/tenants.ts';
import { createRequestLog } from './request-log/request-log.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { createListener } from './server/create-listener.ts';
import { type ListeningServer, listen } from './server/listen.ts';
import { type ServerContext, shippedRules } from './server/server-context.ts';
import { listenStartError, type StartContext, storeStartError } from './start-error.ts';
import { Store } from './store/store.ts';

/**
 * Starts the sandbox and returns also its context, for tests of internal state. `rules` replaces rule implementations, for a sandbox
 * that breaks a rule. `onWarning` receives each warning of the request log. Default: none.
 */
export async function startService(
  options: SandboxOptions,
  { rules = shippedRules, onWarning = () => {} }: Partial<Pick<ServerContext, 'rules' | 'onWarning'>> = {},
): Promise<{ sandbox: Sandbox; service: ServerContext }> {
  checkOptions(options);
  const { port = 0, host = '127.0.0.1', publicUrl, controlToken, allowOrigins = [], dataFolder } = options;
  const { webhookUrl, webhookSecret, assumedRules = 'refuse', validateResponses = false } = options;
  checkAllowedOrigins({ host, publicUrl }, allowOrigins);
  checkControlToken(host, controlToken);
  checkIds();
  const context: StartContext = { dataFolder, port, host };
  const store = await openStore(context);
  try {
    const systemNow = Date.now;
    for (const table of ['requests', 'events', 'deliveryAttempts'] as const) {
      const newest = store.get<{ id: string }>(`select id from ${table} order by rowid desc limit 1`);
      if (newest) continueIds(newest.id);
    }
    const stopping = new AbortController();
    const requestLog = createRequestLog(store);
    const runner = createRunner({ store, systemNow, rules, assumedRules });
    const service: ServerContext = {
      store,
      instance: store.instance,
      systemNow,
      url: '',
      publicUrl: publicUrl?.replace(/\/+$/, ''),
      assumedRules,
      validateResponses,
      runner,
      requestLog,
      stopping: stopping.signal,
      controlToken,
      allowedOrigins: new Set(allowOrigins),
      onWarning,
      rules,
    };
    const credentials = ensureDefaultTenant(store, { systemNow: systemNow(), webhookUrl, webhookSecret });
    const server = await openServer(service, context);
    service.url = server.url;
    runner.wake();
    const stop = async () => {
      stopping.abort();
      await Promise.all([server.close(), runner.close()]);
      requestLog.flush();
      store.close();
    };
    let stopped: Promise<void> | undefined;
    const close = () => {
      stopped ??= stop();
      return stopped;
    };
    const control = createControl(server.url, { controlToken });
    return { service, sandbox: { url: server.url, credentials, control, close } };
  } catch (error) {
    store.close();
    throw error;
  }
}

async function openStore(context: StartContext): Promise<Store> {
  const { dataFolder } = context;
  try {
    if (dataFolder !== undefined) await mkdir(dataFolder, { recursive: true });
    return await Store.open(dataFolder);
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
