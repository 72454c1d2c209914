import { beforeAll, describe, expect, test } from 'vitest';
import { usedPage } from '../support/browser.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { startedShop } from './shop.ts';

const sandbox = startedSandbox('SQLite');
const shop = startedShop(sandbox);
const sharedPage = usedPage();

const secret = 'canary-of-the-buyer';
const paymentUrl = () => `${sandbox().url}/checkout/external/abc?client_id=sandbox-client&payment_methods=CARD,A%2DB`;
const valid = () => ({ paymentUrl: paymentUrl(), userToken: secret, mode: 'iframe' });

/** The error of a call with the expression as argument, with `valid` in scope, and what was shown. */
async function errorOf(expression: string): Promise<string> {
  return sharedPage().evaluate(`(() => {
    const valid = ${JSON.stringify(valid())};
    try {
      PaymentDisplay.show(${expression});
    } catch (error) {
      return error + (document.querySelector('iframe') ? ' and shown' : '');
    }
  })()`);
}

/** The address of the checkout with these options. */
async function addressOf(changes: object): Promise<string> {
  const page = sharedPage();
  await shop().open(page, { ...valid(), ...changes });
  const asked = page.waitForRequest(`${sandbox().url}/checkout/**`);
  await page.getByRole('button', { name: 'Buy' }).click();
  return (await asked).url();
}

const urlRemedy =
  'paymentUrl must be the checkout URL that starting the payment returned, https://…/external/<shortId>?client_id=….';
const tokenRemedy =
  "userToken must be the buyer's legacy customer token, a non-empty text, or append &ticket=<ticket> to paymentUrl and leave userToken out.";
const modeRemedy = 'mode must be one of modal, popup, iframe.';

describe('wrong options', () => {
  // None of these calls changes the page.
  beforeAll(() => shop().open(sharedPage(), {}));

  test.each([
    ['nothing', '', urlRemedy],
    ['null', 'null', urlRemedy],
    [
      'an unknown option',
      '{ ...valid, target: 1 }',
      'there is no option target; the options are paymentUrl, userToken and mode.',
    ],
    ['no paymentUrl', '{ ...valid, paymentUrl: undefined }', urlRemedy],
    ['a paymentUrl that is not an address', `{ ...valid, paymentUrl: '${secret}' }`, urlRemedy],
    ['a relative paymentUrl', "{ ...valid, paymentUrl: '/external/abc?client_id=c' }", urlRemedy],
    [
      'a paymentUrl with a script',
      "{ ...valid, paymentUrl: 'javascript:alert(1)//external/a?client_id=c' }",
      urlRemedy,
    ],
    ['a paymentUrl without shortId', "{ ...valid, paymentUrl: valid.paymentUrl.replace('abc', '') }", urlRemedy],
    ['a paymentUrl without client_id', "{ ...valid, paymentUrl: valid.paymentUrl.split('?')[0] }", urlRemedy],
    ['no userToken', '{ ...valid, userToken: undefined }', tokenRemedy],
    ['an empty userToken', "{ ...valid, userToken: ' ' }", tokenRemedy],
    ['a userToken that is not a text', `{ ...valid, userToken: ['${secret}'] }`, tokenRemedy],
    ['no mode', '{ ...valid, mode: undefined }', modeRemedy],
    ['an unknown mode', `{ ...valid, mode: '${secret}' }`, modeRemedy],
    [
      'a userToken beside a ticket',
      "{ ...valid, paymentUrl: valid.paymentUrl + '&ticket=t' }",
      'leave userToken out, the ticket in paymentUrl says who pays.',
    ],
  ])(
    'CHECKOUT-2 a call with %s is refused with the remedy, repeats no value and shows nothing',
    async (_, expression, remedy) => {
      const error = await errorOf(expression);

      expect(error).toBe(`TypeError: PaymentDisplay.show: ${remedy}`);
    },
  );
});

test('AUTH-10 the userToken goes to the checkout as userTokenUrl, and the rest of the URL stays as it is', async () => {
  const address = await addressOf({ userToken: 'a+b&c="<i>"' });

  expect(address).toBe(`${paymentUrl()}&userTokenUrl=${encodeURIComponent('a+b&c="<i>"').replaceAll("'", '%27')}`);
});

test('CHECKOUT-2 a checkout URL that a ticket was appended to is accepted without userToken', async () => {
  const address = await addressOf({ paymentUrl: `${paymentUrl()}&ticket=a%2Bb`, userToken: undefined });

  expect(address).toBe(`${paymentUrl()}&ticket=a%2Bb`);
});

test('markup in an option is escaped', async () => {
  const markup = '"><img src=x onerror=alert(1)>';
  const page = sharedPage();
  await shop().open(page, {
    paymentUrl: `${sandbox().url}/checkout/external/${markup}?client_id=${markup}`,
    userToken: markup,
    mode: 'modal',
  });

  await page.getByRole('button', { name: 'Buy' }).click();
  await page.getByRole('dialog').waitFor();

  expect(await page.locator('img').count()).toBe(0);
});
