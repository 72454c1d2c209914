import { getOperation, openApiDocument } from '@escrow-kit/spec';
import { isSoak } from '@escrow-kit/tools';
import { expect, test } from 'vitest';
import { documentOrigins, type RedirectOptions } from '../../src/checkout-url.ts';
import { checkoutRedirectUrl, type EscrowError, legacyCheckoutRedirectUrl, Secret } from '../../src/index.ts';
import { createObservedClient } from '../support/observed-client.ts';
import { printsOf } from '../support/prints-of.ts';
import { checkoutUrl } from '../support/sample-inputs.ts';

const ticket = new Secret('t+/= ä&x=1', 'ticket');
const customerToken = new Secret('t+/= ä&x=1', 'customerToken');

/** The error of a redirect that is refused. */
function refusalOf(redirect: () => string): EscrowError {
  try {
    redirect();
  } catch (error) {
    return error as EscrowError;
  }
  throw new Error('The redirect was not refused.');
}

const page = 'https://checkout.escrow.example/external/a';

test.each([
  ['', '?ticket='],
  ['?', '?ticket='],
  ['?client_id=1', '?client_id=1&ticket='],
  ['?m=A,B%2CC&n&tickets=2', '?m=A,B%2CC&n&tickets=2&ticket='],
])('CHECKOUT-1 the ticket is appended to the query "%s", URL-encoded, and the rest stays as it was', (query, start) => {
  expect(checkoutRedirectUrl(`${page}${query}#top`, ticket)).toBe(`${page}${start}t%2B%2F%3D%20%C3%A4%26x%3D1#top`);
});

test.each(['ticket=old', 'ticket', 'ticket=a&ticket=b', '%74icket=old', 'userTokenUrl=old&ticket='])(
  'CHECKOUT-1 a credential in the URL, %s, is replaced',
  (credential) => {
    expect(checkoutRedirectUrl(`${page}?${credential}&client_id=1`, 't1')).toBe(`${page}?client_id=1&ticket=t1`);
  },
);

const refused: [what: string, url: string, options?: RedirectOptions][] = [
  ['no address', 'pay.test/external/a'],
  ['no http address', 'javascript:alert(1)//external/a'],
  ['a blob of a known host', 'blob:https://checkout.escrow.example/external/a'],
  ['a host that nobody named', 'https://evil.test/external/a'],
  ['http on loopback', 'http://127.0.0.1:4020/external/a'],
  ['http on a host that the document names with https', 'http://checkout.escrow.example/external/a'],
  ['another port than the document names', 'https://checkout.escrow.example:8443/external/a'],
  ['a known host as its user name', 'https://checkout.escrow.example@evil.test/external/a'],
  ['a user name', 'https://user@checkout.escrow.example/external/a'],
  [
    'the host of the document if another is listed',
    'https://checkout.escrow.example/external/a',
    { checkoutHosts: ['https://pay.test'] },
  ],
  ['another port than the listed one', 'https://pay.test:8443/external/a', { checkoutHosts: ['https://pay.test'] }],
  ['http on a host that is listed with https', 'http://pay.test/external/a', { checkoutHosts: ['https://pay.test'] }],
  ['a host that ends as the listed one does', 'https://xpay.test/external/a', { checkoutHosts: ['https://pay.test'] }],
];

test.each(refused)('CHECKOUT-1 an address with %s gets no ticket', (_what, url, options) => {
  const error = refusalOf(() => checkoutRedirectUrl(url, ticket, options));

  expect(error).toMatchObject({ code: 'configuration', outcome: 'not-sent' });
  expect(error.message).toContain('checkout');
  expect(printsOf(error)).not.toMatch(/secret|x=1/);
});

test.runIf(isSoak)('CHECKOUT-1 a URL of 130,000 parameters gets its ticket, and keeps the others', () => {
  const others = Array.from({ length: 130_000 }, (_, index) => `p${index}=${index}`).join('&');

  const redirect = checkoutRedirectUrl(`${page}?${others}&ticket=old`, 't1');

  expect(redirect === `${page}?${others}&ticket=t1`).toBe(true);
});

test.each<[what: string, url: string, options?: RedirectOptions]>([
  ['the host of the document', 'https://checkout.escrow.example/external/a'],
  ['a listed loopback', 'http://127.0.0.1:4020/external/a', { checkoutHosts: ['http://127.0.0.1:4020'] }],
  ['a listed host', 'https://pay.test/external/a', { checkoutHosts: ['https://other.test', 'https://pay.test/any/'] }],
  ['a listed host, however it is written', 'https://pay.test/external/a', { checkoutHosts: ['HTTPS://PAY.test:443'] }],
])('CHECKOUT-1 an address with %s gets the ticket', (_what, url, options) => {
  expect(checkoutRedirectUrl(url, 't1', options)).toBe(`${url}?ticket=t1`);
});

test.each([['pay.test'], [undefined], []])(
  'CHECKOUT-1 the list [%j], which contains no host, is refused',
  (...hosts) => {
    const checkoutHosts = hosts.filter((host) => host !== null) as string[];
    const error = refusalOf(() => checkoutRedirectUrl(checkoutUrl, ticket, { checkoutHosts }));

    expect(error.message).toMatch(/options\.checkoutHosts(\[0])? (must|is missing)/);
  },
);

test('CHECKOUT-3 the legacy customer token is appended as userTokenUrl, URL-encoded', () => {
  expect(legacyCheckoutRedirectUrl(checkoutUrl, customerToken)).toBe(
    `${checkoutUrl}&userTokenUrl=t%2B%2F%3D%20%C3%A4%26x%3D1`,
  );
  expect(legacyCheckoutRedirectUrl(checkoutUrl, 'cus-1')).toBe(`${checkoutUrl}&userTokenUrl=cus-1`);
});

test('LEGACY-2 the clientUserToken of a sign-up is never put into a checkout URL', async () => {
  const signedUp = { data: { id: '7', preExistingUser: true, clientUserToken: 'cust-pass-1' } };
  const { escrow } = createObservedClient({ '*': { body: signedUp } });
  const user = { phoneNumber: '+966500000011', firstName: 'Noor', lastName: 'Buyer', clientUserId: 'shop-7' };

  const { clientUserToken } = await escrow.legacy.signUp(user);

  for (const redirect of [legacyCheckoutRedirectUrl, checkoutRedirectUrl]) {
    const error = refusalOf(() => redirect(checkoutUrl, clientUserToken as never));
    expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('AUTH-10') });
    expect(printsOf(error)).not.toContain('cust-pass-1');
  }
});

test('AUTH-10 a ticket is refused as a customer token, and a customer token as a ticket', () => {
  expect(refusalOf(() => legacyCheckoutRedirectUrl(checkoutUrl, ticket as never)).message).toContain('AUTH-10');
  expect(refusalOf(() => checkoutRedirectUrl(checkoutUrl, customerToken as never)).message).toContain('AUTH-10');
});

test.each([undefined, '', {}, 'a\ud800'])('CHECKOUT-1 %j is refused as a ticket', (missing) => {
  const error = refusalOf(() => checkoutRedirectUrl(checkoutUrl, missing as never));

  expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('ticket') });
});

test('without checkoutHosts, a ticket goes to the addresses in the document alone', () => {
  const servers = Object.values(openApiDocument.paths).flatMap((path) => path.servers ?? []);
  const { examples = {} } = getOperation('startPayment').responses[200]?.content?.['application/json'] ?? {};
  const addresses = JSON.stringify([servers, examples]).match(/https:\/\/[\w.]+/g) ?? [];

  expect([...new Set(addresses)].sort()).toEqual(documentOrigins);
});
