import { expect, test } from 'vitest';
import { codeOf, startCheckout, ticketUrl } from '../support/checkout-steps.ts';
import { createPageClient, headingOf } from '../support/page-client.ts';
import { startedService } from '../support/started-sandbox.ts';
import { watchStderr } from '../support/stderr.ts';

const started = startedService();

const markup = '</bdi><script>alert(1)</script><img src=x onerror="alert(2)">&lt;b&gt;"\'';

test('titles, descriptions and names with markup are shown as text', async () => {
  const { sandbox } = started();
  await sandbox.control.changeSettings({ organizationName: markup, paymentMethods: ['<i>pay</i>'] });
  const itemDetail = { title: markup, description: markup };
  const checkout = await startCheckout(sandbox, {
    contractTitle: `${markup} contract`,
    milestone: { itemDetail, currency: '<u>' },
    sellerName: { firstName: markup },
  });
  const client = createPageClient(sandbox);

  const page = await client.open(await ticketUrl(sandbox, checkout));
  const paid = await client.submit(page, { step: 'pay', method: '<i>pay</i>' });

  expect(headingOf(page)).toBe('Choose how to pay');
  expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page.text + paid.text).not.toMatch(/<script|<img|<i>|<u>/);
  await sandbox.control.changeSettings({ organizationName: 'Sandbox Shop', paymentMethods: ['CREDIT_CARD'] });
});

test('pages run no script, send forms nowhere else, and are not cached', async () => {
  const { sandbox } = started();
  const page = await createPageClient(sandbox).open((await startCheckout(sandbox)).checkoutUrl);

  const policy = page.headers.get('content-security-policy') ?? '';

  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    'frame-ancestors http: https:',
  ]);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(page.text).not.toMatch(/<script|<style|style="| on[a-z]+="/);
});

test('the session is in a cookie that no script can read and no other site shares', async () => {
  const { sandbox } = started();
  const client = createPageClient(sandbox);
  const checkout = await startCheckout(sandbox);

  const answer = await client.get(await ticketUrl(sandbox, checkout));

  const [secure, plain] = answer.headers.getSetCookie();
  expect(secure).toMatch(/^checkout=session_/);
  expect(secure).toContain(`Path=/checkout/external/${checkout.shortId}; HttpOnly; Secure; SameSite=None; Partitioned`);
  expect(plain).toMatch(/^checkout_plain=session_.*HttpOnly; SameSite=Lax$/);
});

test('behind TLS there is no cookie without Secure', async () => {
  const { sandbox } = started();
  const url = await ticketUrl(sandbox, await startCheckout(sandbox));

  const answer = await createPageClient(sandbox).get(url, { 'x-forwarded-proto': 'https' });

  expect(answer.headers.getSetCookie()).toHaveLength(1);
});

test('no page, and nothing that is written or logged, holds a ticket, a session or a code', async () => {
  const { sandbox } = started();
  const written = watchStderr();
  const checkout = await startCheckout(sandbox, { consent: 'PENDING' });
  const client = createPageClient(sandbox);
  const codePage = await client.submit(await client.open(checkout.checkoutUrl), {
    step: 'phone',
    phone: checkout.buyerPhone,
  });
  const code = await codeOf(sandbox, checkout.buyerPhone);
  const signedIn = await client.submit(codePage, { step: 'code', code });
  const url = await ticketUrl(sandbox, checkout);
  const opened = await client.open(url);

  const { requests } = await sandbox.control.requests();

  const ticket = new URL(url).searchParams.get('ticket') ?? 'missing';
  const session = [...client.cookies.values()].at(-1)?.value ?? 'missing';
  const shown = [codePage.text, signedIn.text, opened.text, JSON.stringify(requests), written.join('')].join('\n');
  for (const secret of [ticket, session, code]) expect(shown).not.toContain(secret);
  expect(written).toEqual([]);
});

test('an internal error gets a page, and reveals nothing about the buyer', async () => {
  const { sandbox, service } = started();
  const url = await ticketUrl(sandbox, await startCheckout(sandbox));
  const written = watchStderr();
  const { systemNow } = service;
  service.systemNow = () => {
    throw new Error(url);
  };

  const page = await createPageClient(sandbox).open(url);

  service.systemNow = systemNow;
  expect(page.status).toBe(500);
  expect(headingOf(page)).toBe('Something went wrong on our side');
  expect(page.text).not.toContain('ticket');
  expect(written.join('')).toContain('a page of the checkout');
  expect(written.join('')).not.toContain('ticket_');
});

test('a proxy may serve the checkout below a path', async () => {
  const { sandbox, service } = started();
  const { publicUrl } = service;
  service.publicUrl = 'https://escrow.example/sandbox';
  const { checkoutUrl, buyerPhone, shortId } = await startCheckout(sandbox);
  const ticketAddress = new URL(await ticketUrl(sandbox, { checkoutUrl, buyerPhone, shortId }));
  const inner = `${ticketAddress.pathname.replace('/sandbox', '')}${ticketAddress.search}`;

  const answer = await createPageClient(sandbox).get(inner);

  service.publicUrl = publicUrl;
  expect(answer.headers.get('location')).toMatch(/^\/sandbox\/checkout\/external\//);
  expect(answer.headers.getSetCookie()[0]).toContain('Path=/sandbox/checkout/external/');
});
