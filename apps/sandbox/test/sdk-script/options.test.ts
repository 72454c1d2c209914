import { describe, expect, test } from 'vitest';
import { readOptions } from '../../sdk/read-options.ts';

const secret = 'canary-of-the-buyer';
const paymentUrl = 'https://escrow.example/checkout/external/abc?client_id=sandbox-client&payment_methods=CARD,A%2DB';
const valid = { paymentUrl, userToken: secret, mode: 'iframe' };
const addressOf = (options: object) => readOptions({ ...valid, ...options }).checkoutUrl.href;

const urlRemedy = 'paymentUrl must be the checkout URL of a started payment, https://…/external/<shortId>?client_id=….';
const tokenRemedy =
  "userToken must be the buyer's legacy customer token. For a ticket, append &ticket=<ticket> to paymentUrl and leave userToken out.";
const modeRemedy = 'mode must be one of modal, popup, iframe.';
const unknownRemedy = 'unknown option target. Use paymentUrl, userToken and mode.';
const bothRemedy = 'leave userToken out. The ticket in paymentUrl identifies the buyer.';

describe('wrong options', () => {
  test.each<[what: string, options: unknown, remedy: string]>([
    ['nothing', undefined, urlRemedy],
    ['an unknown option', { ...valid, target: 1 }, unknownRemedy],
    ['no paymentUrl', { ...valid, paymentUrl: undefined }, urlRemedy],
    ['a relative paymentUrl', { ...valid, paymentUrl: '/external/abc?client_id=c' }, urlRemedy],
    ['a script', { ...valid, paymentUrl: 'javascript:alert(1)//external/a?client_id=c' }, urlRemedy],
    ['a paymentUrl without shortId', { ...valid, paymentUrl: paymentUrl.replace('abc', '') }, urlRemedy],
    ['a paymentUrl without client_id', { ...valid, paymentUrl: paymentUrl.split('?')[0] }, urlRemedy],
    ['no userToken', { ...valid, userToken: undefined }, tokenRemedy],
    ['a userToken that is not a text', { ...valid, userToken: [secret] }, tokenRemedy],
    ['an unknown mode', { ...valid, mode: secret }, modeRemedy],
    ['a userToken beside a ticket', { ...valid, paymentUrl: `${paymentUrl}&ticket=t` }, bothRemedy],
  ])('CHECKOUT-2 a call with %s is refused with the remedy, and repeats no value', (_, options, remedy) => {
    expect(() => readOptions(options)).toThrow(new TypeError(`PaymentDisplay.show: ${remedy}`));
  });
});

test('AUTH-10 the userToken goes to the checkout as userTokenUrl, and the rest of the URL stays as it is', () => {
  expect(addressOf({ userToken: 'a+b&c="<i>"' })).toBe(`${paymentUrl}&userTokenUrl=a%2Bb%26c%3D%22%3Ci%3E%22`);
});

test('CHECKOUT-2 a checkout URL that a ticket was appended to is accepted without userToken', () => {
  const withTicket = `${paymentUrl}&ticket=a%2Bb`;

  expect(addressOf({ paymentUrl: withTicket, userToken: undefined })).toBe(withTicket);
});
