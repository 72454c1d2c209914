import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { payButton } from './browser.ts';
import { type StartedCheckout, startCheckout } from './checkout-steps.ts';

/** A shop on another site than the sandbox's, whose page has a button that shows the checkout. */
export interface Shop {
  url: string;
  /** The address to which the checkout returns the buyer. */
  returnUrl: string;
  /** What browsers asked for. */
  requests: { target: string; headers: IncomingHttpHeaders }[];
  /** Shows a page of the shop, whose button calls `PaymentDisplay.show` with these options and shows the result. */
  open(page: Page, options: object | string, path?: ShopPath): Promise<void>;
  /** A started payment, and what a shop passes to `PaymentDisplay.show`. */
  createPayment(): Promise<ShopPayment>;
  /** Shows the checkout on a page of the shop, and returns its place: a frame of the page or of a popup. */
  show(page: Page, wishes: { mode: Mode; path?: '/' | '/place'; payment?: ShopPayment }): Promise<Frame>;
}

type Mode = 'modal' | 'popup' | 'iframe';
type ShopPayment = StartedCheckout & { paymentUrl: string; userToken: string };

/** Where the next checkout is shown. */
export async function nextPlace(page: Page, mode: Mode): Promise<Frame> {
  if (mode !== 'popup') return page.waitForEvent('frameattached');
  return (await page.waitForEvent('popup')).mainFrame();
}

/** `place` has an element that asks for the checkout, `frame` is a frame that lets no window open, `embed` frames an address itself. */
type ShopPath = '/' | '/place' | '/frame' | '/embed';

const script = `
const output = document.querySelector('output');
const parameters = new URLSearchParams(location.search);
document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
  output.dataset.refused = violatedDirective;
});
document.querySelector('button').addEventListener('click', () => {
  output.textContent = '';
  sessionStorage.removeItem('ending');
  try {
    globalThis.display = PaymentDisplay.show(JSON.parse(parameters.get('options')));
    globalThis.display.closed.then((ending) => {
      output.textContent = ending;
      sessionStorage.setItem('ending', ending);
    });
  } catch (error) {
    output.textContent = error.name + ': ' + error.message;
  }
});
`;
const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { min-height: 200vh; margin: 2rem; background: Canvas }
button, iframe, dialog { border: 3px dashed red }
`;

/** A shop with a strict CSP, started before the tests of the enclosing block and closed after them. */
export function startedShop(sandbox: () => Sandbox): () => Shop {
  const requests: Shop['requests'] = [];
  let server: Server;
  beforeAll(async () => {
    server = createServer(({ url = '/', headers }, answer) => {
      requests.push({ target: url, headers });
      // A browser that is sent there keeps its page.
      if (url.startsWith('/nothing')) return answer.writeHead(204).end();
      const { pathname, searchParams } = new URL(url, 'http://shop');
      const options = searchParams.get('options') ?? '';
      const { type = 'text/html', body } = answers[pathname]?.({ sandboxUrl: sandbox().url, options }) ?? blank;
      answer.setHeader('content-security-policy', policyOf(sandbox().url));
      return answer.setHeader('content-type', `${type}; charset=utf-8`).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => {
    // The sandbox is on 127.0.0.1: for a browser this is another site.
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    const shop: Shop = {
      url,
      returnUrl: `${url}/return?order=1001#paid`,
      requests,
      open: async (page, options, path = '/') => {
        await page.goto(`${url}${path}?${new URLSearchParams({ options: JSON.stringify(options) })}`);
      },
      createPayment: async () => {
        const checkout = await startCheckout(sandbox(), { redirectUrl: shop.returnUrl });
        const userToken = await sandbox().control.customerToken(checkout.buyerPhone);
        return { ...checkout, paymentUrl: checkout.checkoutUrl, userToken };
      },
      show: async (page, { mode, path, payment }) => {
        const { paymentUrl, userToken } = payment ?? (await shop.createPayment());
        await shop.open(page, { paymentUrl, userToken, mode }, path);
        const opened = nextPlace(page, mode);
        await page.getByRole('button', { name: 'Buy' }).click();
        const checkout = await opened;
        await payButton(checkout).waitFor();
        return checkout;
      },
    };
    return shop;
  };
}

const policyOf = (sandboxUrl: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${sandboxUrl}`,
    "style-src 'self'",
    `frame-src 'self' ${sandboxUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ');

type ShopAnswer = (parts: { sandboxUrl: string; options: string }) => { type?: string; body: string };

const blank = { type: 'text/html', body: '<title>Not found</title>' };

const answers: Record<string, ShopAnswer> = {
  '/': ({ sandboxUrl }) => shopPage(sandboxUrl, ''),
  '/place': ({ sandboxUrl }) => shopPage(sandboxUrl, '<section data-payment-display></section>'),
  '/frame': ({ options }) => ({
    body: `<title>Frame</title><iframe sandbox="allow-scripts allow-same-origin" src="/?options=${encodeURIComponent(options)}"></iframe>`,
  }),
  '/embed': ({ options }) => ({
    body: `<title>Embed</title><iframe width="400" height="900" src="${JSON.parse(options).replaceAll('&', '&amp;')}"></iframe>`,
  }),
  '/return': () => ({ body: '<!doctype html><html lang="en"><title>Thank you</title><h1>Thank you</h1></html>' }),
  '/shop.js': () => ({ type: 'text/javascript', body: script }),
  '/shop.css': () => ({ type: 'text/css', body: styles }),
};

const shopPage = (sandboxUrl: string, place: string) => ({
  body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/shop.css">
<script src="${sandboxUrl}/v2/payment-display.min.js"></script></head>
<body><main><h1>Shop</h1><button type="button">Buy</button> <a href="/return">Terms</a>
<output></output>${place}<p>The end of the page</p></main><script src="/shop.js"></script></body></html>`,
});
