import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PaymentDisplayError } from '../src/index.ts';

const sdkUrl = 'https://sdk.example';

/** What the parts of the page's `document` that the loader uses know about a script. */
interface Script {
  src?: string;
  nonce?: string;
  onload?: () => void;
  onerror?: () => void;
  remove(): void;
}

/** The scripts that are in the page. */
let scripts: Script[] = [];
/** Answers the page's request for a script. Default: the service's script. */
let answer: (script: Script) => void;
/** What the service's script was called with. */
const shown: unknown[] = [];

const defineScript = (script: unknown) => vi.stubGlobal('PaymentDisplay', script);

/** A page, and this package as the page has it: it remembers what it has loaded. */
async function openPage(): Promise<typeof import('../src/load-payment-display.ts').loadPaymentDisplay> {
  scripts = [];
  shown.length = 0;
  answer = ({ onload }) => {
    defineScript({ show: (options: unknown) => shown.push(options) });
    onload?.();
  };
  const createElement = (): Script => ({
    remove() {
      scripts = scripts.filter((each) => each !== this);
    },
  });
  const append = (script: Script) => {
    scripts.push(script);
    answer(script);
  };
  vi.stubGlobal('document', { createElement, head: { append } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { loadPaymentDisplay } = await import(`../src/load-payment-display.ts?${crypto.randomUUID()}`);
  return loadPaymentDisplay;
}

let load: Awaited<ReturnType<typeof openPage>>;
beforeEach(async () => {
  load = await openPage();
});

describe('loadPaymentDisplay', () => {
  test('CHECKOUT-2 loads the script once, however often it is called, with the nonce of the page', async () => {
    const [one, other] = await Promise.all([load(`${sdkUrl}/`, { nonce: 'bm9uY2U' }), load(`${sdkUrl}/`)]);

    expect(one).toBe(other);
    expect(await load(`${sdkUrl}/`)).toBe(one);
    expect(scripts).toMatchObject([{ src: `${sdkUrl}/v2/payment-display.min.js`, nonce: 'bm9uY2U' }]);
  });

  test('uses the script if the page has loaded it by a tag', async () => {
    defineScript({ show: () => 'shown' });

    const display = await load(sdkUrl);

    expect(display.show({ paymentUrl: 'https://pay.example', customerToken: 'token', mode: 'modal' })).toBe('shown');
    expect(scripts).toEqual([]);
  });

  test.each<[string, string, (script: Script) => void, RegExp]>([
    ['blocked', 'that is unreachable or that the policy blocks', ({ onerror }) => onerror?.(), /script-src/],
    ['late', 'that does not arrive in time', () => {}, /within 10 ms/],
    ['wrong_script', 'of another kind', ({ onload }) => onload?.(), /Correct sdkUrl/],
  ])('reports as %s a script %s, and tries again on the next call', async (code, _what, answered, message) => {
    const right = answer;
    answer = answered;

    const loading = load(sdkUrl, { timeoutInMs: 10 });

    await expect(loading).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    await expect(loading).rejects.toBeInstanceOf(PaymentDisplayError);
    expect(scripts).toEqual([]);
    answer = right;
    expect(await load(sdkUrl)).toHaveProperty('show');
  });

  test('reports another script that uses the name', async () => {
    defineScript({});

    await expect(load(sdkUrl)).rejects.toMatchObject({ code: 'wrong_script' });
  });

  test('refuses the script of a second service on one page', async () => {
    await load(sdkUrl);

    await expect(load('https://other.example')).rejects.toMatchObject({
      code: 'configuration',
      message: `sdkUrl: this page has already loaded the script from ${sdkUrl}.`,
    });
  });

  test.each(['', '//sdk.example', 'javascript:alert(1)'])('refuses the address %j', async (address) => {
    await expect(load(address)).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/^sdkUrl: /),
    });
  });

  test('does no harm on a server if it is not awaited', async () => {
    vi.unstubAllGlobals();

    // An unhandled rejection would fail this run.
    void load(sdkUrl);
    void load('https://other.example');

    await expect(load(sdkUrl)).rejects.toMatchObject({ code: 'no_browser' });
  });
});

describe('show', () => {
  const paymentUrl = 'https://pay.example/external/1';

  test('AUTH-10 gives the script a customer token as userToken, and a ticket in the URL alone', async () => {
    const display = await load(sdkUrl);

    display.show({ paymentUrl, customerToken: 'token', mode: 'popup' });
    display.show({ paymentUrl: `${paymentUrl}?ticket=1`, mode: 'iframe' });

    expect(shown).toEqual([
      { paymentUrl, userToken: 'token', mode: 'popup' },
      { paymentUrl: `${paymentUrl}?ticket=1`, mode: 'iframe' },
    ]);
  });

  test.each<[string, object, string]>([
    ['a missing token', { customerToken: undefined }, 'customerToken'],
    ['a token beside a ticket', { paymentUrl: `${paymentUrl}?ticket=secret` }, 'customerToken'],
    ['an unknown mode', { mode: 'window' }, 'mode'],
    ['an address that would run as code', { paymentUrl: 'javascript:alert(1)' }, 'paymentUrl'],
    ['no address', { paymentUrl: undefined }, 'paymentUrl'],
  ])('names the option and shows nothing for %s', async (_name, changes, option) => {
    const display = await load(sdkUrl);
    const payment = { paymentUrl, customerToken: 'secret', mode: 'modal', ...changes };

    const show = () => display.show(payment as Parameters<typeof display.show>[0]);

    expect(show).toThrow(expect.objectContaining({ code: 'configuration' }));
    expect(show).toThrow(new RegExp(`^${option}: (?!.*secret)`));
    expect(shown).toEqual([]);
  });
});
