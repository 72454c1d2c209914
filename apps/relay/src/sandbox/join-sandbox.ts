import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Control, createControl } from '@escrow-kit/sandbox-control';
import { isLoopback } from '@escrow-kit/shared/is-loopback';
import { RelayError } from '../errors/relay-error.ts';
import type { StoreOptions } from '../options/relay-options.ts';

interface Joining {
  /** Where the relay takes events. */
  relayUrl: string;
  /** With which the sandbox is to sign. Undefined: as before. */
  secret: string | undefined;
  store: StoreOptions;
}

/** The webhook that a relay has set, and the one before it: null if there was none. */
interface Change {
  own: string;
  former: string | null;
}

/**
 * Becomes the webhook of a running sandbox. Resolves with what sets the former one again. Before it changes anything, it writes the
 * former one into the folder of the store: a relay that was killed could not set it again, so the next one does.
 * @throws RelayError if the sandbox can't be reached, can't reach the relay, or does not show its whole webhook.
 */
export async function joinSandbox(url: string, { relayUrl, secret, store }: Joining): Promise<() => Promise<void>> {
  const token = process.env['SANDBOX_CONTROL_TOKEN'];
  const control = createControl(url, token ? { controlToken: token } : {});
  const own = addressFor(url, relayUrl);
  const file = 'folder' in store ? join(store.folder, 'sandbox.json') : undefined;
  try {
    const former = await findFormer(control, own, file);
    if (file) writeWhole(file, { own, former });
    await control.setWebhook(own, secret);
    return async () => {
      const { webhookUrl } = await control.describe();
      // Somebody else may have set another one meanwhile.
      if (webhookUrl === own) await control.setWebhook(former);
      if (file) rmSync(file, { force: true });
    };
  } catch (error) {
    throw new RelayError(`--sandbox: ${(error as Error).message}`, { cause: error });
  }
}

/** The webhook that was set before any relay on this store. */
async function findFormer(control: Control, own: string, file: string | undefined): Promise<string | null> {
  const { webhookUrl } = await control.describe();
  const left: Change | undefined = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (webhookUrl === left?.own) return left.former;
  if (webhookUrl?.includes('=[redacted]')) {
    throw new Error(
      'its webhook has a query, whose values it does not show, so it could not be set again. Remove the webhook first.',
    );
  }
  return webhookUrl === own ? null : webhookUrl;
}

/** A relay that is killed leaves the old file or the new one. */
function writeWhole(file: string, change: Change): void {
  writeFileSync(`${file}.new`, JSON.stringify(change), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Addresses of all interfaces, with those that lead to this machine. */
const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' };

/** The address of the relay for the sandbox. */
function addressFor(sandboxUrl: string, relayUrl: string): string {
  const address = new URL(relayUrl);
  const loopback = loopbackOf[address.hostname];
  if (!loopback) return address.href;
  if (!isLoopback(URL.parse(sandboxUrl)?.hostname ?? '')) {
    throw new RelayError(
      '--sandbox: a sandbox on another machine needs an address of this one. Start with --listen ADDRESS:PORT.',
    );
  }
  address.hostname = loopback;
  return address.href;
}
