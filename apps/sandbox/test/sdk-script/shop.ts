import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { type StartedCheckout, startCheckout } from '../support/checkout-steps.ts';

/** A shop on another site than the sandbox's, whose page has a button that shows the checkout. */
export interface Shop {
  url: string;
  /** The address to which the checkout returns the buyer. */
  returnUrl: string;
  /** Shows the shop's page, whose button calls `PaymentDisplay.show` with these options and shows the result. */
  open(page: Page, options: object, shopPage?: ShopPage): Promise<void>;
}

/** How the page differs from the default. */
export interface ShopPage {
  /** `place`: with an element that asks for the checkout; `frame`: inside a frame that lets no window open. */
  path?: '/' | '/place' | '/frame';
}

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
  let server: Server;
  beforeAll(async () => {
    server = createServer(({ url = '/' }, answer) => answerPage(answer, { url, sandboxUrl: sandbox().url }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise<unknown>((resolve) => server.close(resolve)));
  return () => {
    // The sandbox is on 127.0.0.1: for a browser this is another site.
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    return {
      url,
      returnUrl: `${url}/return?order=1001#paid`,
      open: async (page, options, { path = '/' } = {}) => {
        await page.goto(`${url}${path}?${new URLSearchParams({ options: JSON.stringify(options) })}`);
      },
    };
  };
}

function answerPage(answer: ServerResponse, { url, sandboxUrl }: { url: string; sandboxUrl: string }): void {
  const { pathname, search } = new URL(url, 'http://shop');
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${sandboxUrl}`,
    "style-src 'self'",
    `frame-src 'self' ${sandboxUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
  ];
  answer.setHeader('content-security-policy', policy.join('; '));
  if (pathname === '/shop.js') send(answer, 'text/javascript', script);
  else if (pathname === '/shop.css') send(answer, 'text/css', styles);
  else send(answer, 'text/html', pages[pathname]?.({ search, sandboxUrl }) ?? '<title>Not found</title>');
}

type WritePage = (parts: { search: string; sandboxUrl: string }) => string;

const pages: Record<string, WritePage> = {
  '/': ({ sandboxUrl }) => shopPage(sandboxUrl, ''),
  '/place': ({ sandboxUrl }) => shopPage(sandboxUrl, '<section data-payment-display></section>'),
  '/frame': ({ search }) =>
    `<title>Frame</title><iframe sandbox="allow-scripts allow-same-origin" src="/${search.replaceAll('"', '')}"></iframe>`,
  '/return': () => '<!doctype html><html lang="en"><title>Thank you</title><h1>Thank you</h1></html>',
};

const shopPage = (sandboxUrl: string, place: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/shop.css">
<script src="${sandboxUrl}/v2/payment-display.min.js"></script></head>
<body><main><h1>Shop</h1><button type="button">Buy</button> <a href="/return">Terms</a>
<output></output>${place}<p>The end of the page</p></main><script src="/shop.js"></script></body></html>`;

function send(answer: ServerResponse, contentType: string, body: string): void {
  answer.setHeader('content-type', `${contentType}; charset=utf-8`).end(body);
}

/** How the display ended on the page before this one. A message of that page while it was leaving might be lost. */
export function endingBefore(page: Page): Promise<string | null> {
  return page.evaluate("sessionStorage.getItem('ending')");
}

/** A started payment, and what a shop passes to `PaymentDisplay.show`. */
export interface Payment extends StartedCheckout {
  paymentUrl: string;
  /** The buyer's legacy customer token. */
  userToken: string;
}

/** Starts a payment whose checkout returns to the address, and whose buyer has given consent. */
export async function createPayment(sandbox: Sandbox, redirectUrl: string): Promise<Payment> {
  const checkout = await startCheckout(sandbox, { redirectUrl });
  const { buyerPhone, checkoutUrl } = checkout;
  return { ...checkout, paymentUrl: checkoutUrl, userToken: await sandbox.control.customerToken(buyerPhone) };
}
