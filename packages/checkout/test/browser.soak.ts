import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '@escrow-kit/sandbox';
import { startCheckout, ticketUrl } from '@escrow-kit/sandbox/test-support/checkout-steps';
import { sharedBrowser } from '@escrow-kit/tools/browser';
import { expect, onTestFinished, test } from 'vitest';

const nonce = 'bm9uY2U';

/** Opens a page of a shop with a strict policy that allows the scripts of this nonce. Its code may import this package as `/src/index.ts`. */
async function openShop(code: string, payment: object = {}) {
  const server = createServer(async ({ url = '' }, response) => {
    if (url === '/payment') response.end(JSON.stringify(payment));
    else if (url.startsWith('/src/')) {
      const source = await readFile(new URL(`..${url}`, import.meta.url), 'utf8');
      response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
    } else {
      const policy = `default-src 'none'; script-src 'self' 'nonce-${nonce}'; connect-src 'self'; frame-src *`;
      response.setHeader('content-security-policy', policy).setHeader('content-type', 'text/html');
      response.end(`<!doctype html><button>Buy</button><script type="module" nonce="${nonce}">${code}</script>`);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await (await sharedBrowser()).newPage();
  onTestFinished(async () => {
    await page.close();
    server.close().closeAllConnections();
  });
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`);
  return page;
}

test.each(['modal', 'popup', 'iframe'])(
  'CHECKOUT-2 AUTH-10 the example of the README shows the checkout of a customer token or a ticket as %s',
  async (mode) => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const checkout = await startCheckout(sandbox);
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const [, example = ''] = /```ts\n(.+?)```/s.exec(readme) ?? [];
    const code = example
      .replace("'@escrow-kit/checkout'", "'/src/index.ts'")
      .replace("'http://127.0.0.1:4020'", `'${sandbox.url}', { nonce: '${nonce}' }`)
      .replace("mode: 'modal'", `mode: '${mode}'`);
    const customerToken = await sandbox.control.customerToken(checkout.buyerPhone);
    const byTicket = { paymentUrl: await ticketUrl(sandbox, checkout) };
    const byToken = { paymentUrl: checkout.checkoutUrl, customerToken };
    const page = await openShop(code, mode === 'iframe' ? byTicket : byToken);

    const opened = mode === 'popup' ? page.waitForEvent('popup') : page.frameLocator('iframe');
    await page.getByRole('button').click();

    await (await opened).getByText('A handmade table').first().waitFor();
  },
);

test('reports a script that the policy of the page forbids', async () => {
  const page = await openShop(`import { loadPaymentDisplay } from '/src/index.ts';
    const error = await loadPaymentDisplay('https://sdk.example', { nonce: 'another' }).catch((reason) => reason);
    document.title = error.code;`);

  await expect.poll(() => page.title()).toBe('blocked');
});
