import { readFile } from 'node:fs/promises';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { usedPage } from '@escrow-kit/sandbox/test-support/browser';
import { startCheckout, ticketUrl } from '@escrow-kit/sandbox/test-support/checkout-steps';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadPaymentDisplay } from '../src/index.ts';
import { type Shop, type ShopPage, startShop } from './support/shop.ts';

const nonce = 'bm9uY2U';
const page = usedPage();
let sandbox: Sandbox;
let payment: { paymentUrl: string; paymentUrlWithTicket: string; customerToken: string };
let shop: Shop;
/** How the shop answers a request for the script of another service. */
let answerScript: Parameters<typeof startShop>[0];

beforeAll(async () => {
  sandbox = await startSandbox();
  const checkout = await startCheckout(sandbox);
  payment = {
    paymentUrl: checkout.checkoutUrl,
    paymentUrlWithTicket: await ticketUrl(sandbox, checkout),
    customerToken: await sandbox.control.customerToken(checkout.buyerPhone),
  };
  shop = await startShop((request, response) => answerScript(request, response));
  return () => Promise.all([shop.close(), sandbox.close()]);
});

beforeEach(() => {
  answerScript = (_request, response) => response.writeHead(404).end();
});

async function openShop(changes: Partial<ShopPage> = {}): Promise<void> {
  await page().goto(shop.pageUrl({ allowed: sandbox.url, ...changes }));
}

/** Runs code in the shop's page, with the exports of this package in scope. Resolves with its result or its error. */
function run<Result>(code: string): Promise<Result> {
  return page().evaluate(`(async () => {
    const { loadPaymentDisplay, PaymentDisplayError } = await import('/src/index.ts');
    try {
      return await (async () => { ${code} })();
    } catch (error) {
      return { isOurs: error instanceof PaymentDisplayError, name: error.name, code: error.code, message: error.message };
    }
  })()`);
}

const load = (sdkUrl = sandbox.url, options: object = {}): string =>
  `loadPaymentDisplay(${JSON.stringify(sdkUrl)}, ${JSON.stringify(options)})`;

const show = (options: object): Promise<unknown> =>
  run(`const display = await ${load()}; display.show(${JSON.stringify(options)});`);

const countScripts = (): Promise<number> => page().locator('script').count();

describe('show', () => {
  beforeEach(() => openShop());

  test('CHECKOUT-2 AUTH-10 shows the buyer of a customer token the checkout, in a separate window', async () => {
    const { paymentUrl, customerToken } = payment;
    const options = JSON.stringify({ paymentUrl, customerToken, mode: 'popup' });
    await run(`const display = await ${load()};
      document.querySelector('button').addEventListener('click', () => display.show(${options}));`);

    const [popup] = await Promise.all([page().waitForEvent('popup'), page().getByRole('button').click()]);

    await popup.getByText('A handmade table').first().waitFor();
  });

  test('CHECKOUT-2 shows the sandbox’s checkout for a ticket, in the page', async () => {
    expect(await show({ paymentUrl: payment.paymentUrlWithTicket, mode: 'iframe' })).toBeUndefined();

    await page().frameLocator('iframe').getByText('A handmade table').first().waitFor();
  });
});

describe('wrong options', () => {
  // None of these calls changes the page.
  beforeAll(() => openShop());

  test.each([
    ['a missing token', { customerToken: undefined }, 'customerToken'],
    ['an empty token', { customerToken: '' }, 'customerToken'],
    ['a token beside a ticket', { paymentUrl: 'https://pay.example/external/1?ticket=secret' }, 'customerToken'],
    ['an unknown mode', { mode: 'window' }, 'mode'],
    ['no mode', { mode: undefined }, 'mode'],
    ['an address that would run as code', { paymentUrl: 'javascript:alert(1)' }, 'paymentUrl'],
    ['no address', { paymentUrl: undefined }, 'paymentUrl'],
  ])('names the option and shows nothing for %s', async (_name, change, option) => {
    const error = await show({ paymentUrl: payment.paymentUrl, customerToken: 'secret', mode: 'modal', ...change });

    expect(error).toMatchObject({ isOurs: true, name: 'PaymentDisplayError', code: 'configuration' });
    expect(error).toMatchObject({ message: expect.stringMatching(`^${option}: `) });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(await page().locator('iframe').count()).toBe(0);
  });
});

test('CHECKOUT-2 AUTH-10 the example of the README shows the buyer of a customer token the checkout, over the page', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [, example = ''] = /```ts\n(.+?)```/s.exec(readme) ?? [];
  answerScript = (request, response) => {
    if (request.method === 'POST') response.end(JSON.stringify(payment));
    else response.writeHead(404).end();
  };
  await openShop();
  await run(
    example
      .replace(/import (.*) from '.*';/, "const $1 = await import('/src/index.ts');")
      .replace('http://127.0.0.1:4020', sandbox.url),
  );

  await page().getByRole('button').click();

  await page().frameLocator('iframe').getByText('A handmade table').first().waitFor();
});

describe('loadPaymentDisplay', () => {
  test('loads the script once, however often it is called', async () => {
    await openShop();

    const isOne = await run(
      `const [one, other] = await Promise.all([${load()}, ${load()}]); return one === other && one === await ${load()};`,
    );

    expect(isOne).toBe(true);
    expect(await countScripts()).toBe(1);
  });

  test('accepts an address that ends with a slash', async () => {
    await openShop();

    expect(await run(`return typeof (await ${load(`${sandbox.url}/`)}).show;`)).toBe('function');
  });

  test('uses the script if the page has loaded it by a tag', async () => {
    await openShop({ tag: `${sandbox.url}/v2/payment-display.min.js` });

    expect(await run(`return typeof (await ${load()}).show;`)).toBe('function');
    expect(await countScripts()).toBe(1);
  });

  test('loads the script on a page whose policy requires a nonce', async () => {
    await openShop({ allowed: `'nonce-${nonce}'` });

    expect(await run(`return typeof (await ${load(sandbox.url, { nonce })}).show;`)).toBe('function');
  });

  test.each([
    ['the policy of the page forbids', { allowed: "'none'" }, () => sandbox.url],
    ['does not exist', { allowed: '*' }, () => shop.url],
    ['nobody serves', { allowed: '*' }, () => 'http://127.0.0.1:1'],
  ])('reports a script that %s', async (_name, policy, sdkUrl) => {
    await openShop(policy);

    const error = await run(`await ${load(sdkUrl())}`);

    expect(error).toMatchObject({ isOurs: true, code: 'blocked', message: expect.stringContaining('script-src') });
    expect(await countScripts()).toBe(0);
  });

  test('reports another script, and tries again on the next call', async () => {
    await openShop({ allowed: "'self'" });
    answerScript = (_request, response) => response.setHeader('content-type', 'text/javascript').end('');

    expect(await run(`await ${load(shop.url)}`)).toMatchObject({
      code: 'wrong_script',
      message: expect.stringContaining('sdkUrl'),
    });

    answerScript = (_request, response) =>
      response.setHeader('content-type', 'text/javascript').end('PaymentDisplay = { show: () => "shown" }');
    expect(
      await run(
        `return (await ${load(shop.url)}).show({ paymentUrl: 'https://pay.example', customerToken: 'token', mode: 'modal' });`,
      ),
    ).toBe('shown');
  });

  test('reports another script that uses the name', async () => {
    await openShop();

    expect(await run(`globalThis.PaymentDisplay = {}; await ${load()}`)).toMatchObject({ code: 'wrong_script' });
  });

  test('reports a script that does not arrive in time', async () => {
    await openShop({ allowed: "'self'" });
    answerScript = () => {};

    const error = await run(`await ${load(shop.url, { timeoutInMs: 10 })}`);

    expect(error).toMatchObject({ code: 'late', message: expect.stringContaining('within 10 ms') });
    expect(await countScripts()).toBe(0);
  });

  test('refuses the script of a second service on one page', async () => {
    await openShop();

    expect(await run(`await ${load()}; await ${load(shop.url)}`)).toMatchObject({
      code: 'configuration',
      message: `sdkUrl: this page has already loaded the script of ${sandbox.url}.`,
    });
  });

  describe('an address that cannot have a script', () => {
    // None of these calls changes the page.
    beforeAll(() => openShop());

    test.each(['', '//sdk.example', 'javascript:alert(1)'])('refuses the address %j', async (sdkUrl) => {
      expect(await run(`await ${load(sdkUrl)}`)).toMatchObject({
        code: 'configuration',
        message: expect.stringMatching(/^sdkUrl: /),
      });
    });
  });

  test('does no harm on a server if it is not awaited', async () => {
    // An unhandled rejection would fail this run.
    void loadPaymentDisplay('https://one.example');
    void loadPaymentDisplay('https://other.example');

    await expect(loadPaymentDisplay('https://one.example')).rejects.toMatchObject({ code: 'no_browser' });
  });
});
