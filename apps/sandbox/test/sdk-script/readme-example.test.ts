import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openWindow } from '../support/browser.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { createPayment } from './shop.ts';

const sandbox = startedSandbox();
test('the example of the README shows the checkout, and notices that it was closed', async () => {
  const readme = await readFile(`${import.meta.dirname}/../../README.md`, 'utf8');
  const [, example = ''] = /```html\n(.+?)```/s.exec(readme) ?? [];
  const context = await openWindow();
  // The browser treats the test's page as one of the internet, which needs a permission to reach this machine.
  await context.grantPermissions(['local-network-access']);
  const page = await context.newPage();
  const payment = await createPayment(sandbox(), 'http://shop.localhost/return');
  const body = example.replace('http://127.0.0.1:4020', sandbox().url);
  await page.route('http://shop.localhost/', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.route('http://shop.localhost/payment', (route) => route.fulfill({ json: payment }));
  await page.goto('http://shop.localhost/');

  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByRole('button', { name: 'Close payment' }).click();

  await expect.poll(() => page.title()).toBe('closed');
});
