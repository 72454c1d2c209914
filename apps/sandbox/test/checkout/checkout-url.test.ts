import { describe, expect, test } from 'vitest';
import { parseCheckoutUrl } from '../../src/domain/checkout/checkout-url.ts';
import { startedSandbox, stores } from '../support/started-sandbox.ts';

describe.each(stores)('on %s', (store) => {
  const sandbox = startedSandbox(store);

  test.each([
    ['PAY-2', 'without client_id', 'http://localhost/checkout/external/abc?ticket=t'],
    ['PAY-3', 'without a shortId', 'http://localhost/checkout/external/?client_id=c&ticket=t'],
    ['PAY-3', 'that is not an address', 'abc'],
  ])('%s a checkout URL %s is refused', async (rule, _, text) => {
    await expect(sandbox().control.openCheckout(text)).rejects.toMatchObject({ status: 400, rule });
  });
});

test('the ticket of a checkout URL is decoded', () => {
  const url = 'http://localhost/checkout/external/abc?client_id=c&payment_methods=x&ticket=a%2Bb%26c';

  expect(parseCheckoutUrl(url)).toEqual({ clientId: 'c', shortId: 'abc', credential: { ticket: 'a+b&c' } });
});
