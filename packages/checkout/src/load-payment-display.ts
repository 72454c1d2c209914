import { findPaymentDisplay, type PaymentDisplay } from './payment-display.ts';
import { configurationError, PaymentDisplayError } from './payment-display-error.ts';

/** The path of the script, below the address of the SDK (CHECKOUT-2). */
const scriptPath = '/v2/payment-display.min.js';

/** How to load the script. */
export interface LoadOptions {
  /** The nonce of the page's Content-Security-Policy, if `script-src` has one. */
  nonce?: string;
  /** How long to wait for the script. Default: 10 000 (our choice: not shown). */
  timeoutInMs?: number;
}

let loading: { sdkUrl: string; display: Promise<PaymentDisplay> } | undefined;

/**
 * Loads the service's script once per page: later calls resolve with the same object. After a failure, the next call tries again. If
 * the page has already loaded the script with a tag, it uses that one.
 *
 * You can call it at the top of a module, so that the script is ready when the buyer clicks, or while a server renders a page. An
 * unawaited rejection is not reported as unhandled.
 * @param sdkUrl The address of the SDK, without `/v2/…`: from the service's operator, or the sandbox's address.
 * @throws PaymentDisplayError (rejects) if the script did not load. Its `code` is the cause.
 */
export function loadPaymentDisplay(sdkUrl: string, options: LoadOptions = {}): Promise<PaymentDisplay> {
  const display = loadOnce(sdkUrl, options);
  display.catch(() => {});
  return display;
}

async function loadOnce(sdkUrl: string, options: LoadOptions): Promise<PaymentDisplay> {
  if (!/^https?:\/\//.test(sdkUrl)) throw configurationError('sdkUrl: set it to an http or https URL.');
  if (typeof document === 'undefined') {
    throw new PaymentDisplayError('no_browser', 'There is no page. Show the checkout in a browser.');
  }
  if (loading && loading.sdkUrl !== sdkUrl) {
    throw configurationError(`sdkUrl: this page has already loaded the script from ${loading.sdkUrl}.`);
  }
  loading ??= { sdkUrl, display: load(sdkUrl, options) };
  return loading.display;
}

async function load(sdkUrl: string, options: LoadOptions): Promise<PaymentDisplay> {
  try {
    return findPaymentDisplay() ?? (await loadScript(sdkUrl.replace(/\/*$/, scriptPath), options));
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

async function loadScript(src: string, { nonce, timeoutInMs = 10_000 }: LoadOptions): Promise<PaymentDisplay> {
  const script = document.createElement('script');
  try {
    if (nonce) script.nonce = nonce;
    script.src = src;
    await untilLoaded(script, timeoutInMs);
    const display = findPaymentDisplay();
    if (!display) throw new PaymentDisplayError('wrong_script', `${src} is not the service's script. Correct sdkUrl.`);
    return display;
  } catch (error) {
    script.remove();
    throw error;
  }
}

function untilLoaded(script: HTMLScriptElement, timeoutInMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (code: 'blocked' | 'late', reason: string): void =>
      reject(new PaymentDisplayError(code, `${script.src} ${reason}`));
    script.onload = () => resolve();
    script.onerror = () =>
      fail('blocked', "could not be loaded. Check the address, and script-src in the page's policy.");
    setTimeout(() => fail('late', `did not arrive within ${timeoutInMs} ms.`), timeoutInMs);
    document.head.append(script);
  });
}
