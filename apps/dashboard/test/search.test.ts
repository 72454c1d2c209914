import { describe, expect, onTestFinished, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { openPurchase } from './support/dashboard-story.ts';

const { newTenant, open, sandbox } = usedDashboard();

describe('the search box', () => {
  test('is focused by the key /, finds everything by one id, and takes special characters while one types', async () => {
    const tenant = await newTenant();
    const { milestoneId } = await openPurchase(tenant, { title: '100% wool %41 & +cotton' });
    await tenant.control.pay(milestoneId);
    const { page } = await open(tenant, { path: '/people' });

    await page.keyboard.press('/');
    await page.keyboard.insertText(milestoneId);
    await page.getByRole('heading', { name: `Search: ${milestoneId}` }).waitFor();

    await page.getByRole('list', { name: 'Contracts' }).getByText('100% wool').waitFor();
    await page.getByRole('list', { name: 'Requests' }).getByText('addParties').waitFor();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('PAID').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.keyboard.type('wool %41 & +c');
    await page.getByRole('heading', { name: 'Search: wool %41 & +c' }).waitFor();
    await page.keyboard.type('otton');
    await page.getByRole('heading', { name: 'Search: wool %41 & +cotton' }).waitFor();
    await page.getByRole('list', { name: 'Contracts' }).getByText('100% wool').waitFor();
  });

  test('links to all matches if there are more', async () => {
    const tenant = await newTenant();
    for (let count = 0; count < 2; count += 1) await openPurchase(tenant);
    const { page } = await open(tenant);

    await page.getByRole('searchbox').first().fill('customers');
    await page.getByRole('searchbox').first().fill('post');
    await page
      .getByText(/^No contract in tenant/)
      .first()
      .waitFor();
    await page.getByRole('searchbox').first().fill('/api');
    await page.getByRole('link', { name: 'All requests that match' }).click();
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();

    expect(await page.getByRole('searchbox', { name: 'Contains' }).inputValue()).toBe('/api');
  });
});

describe('the dashboard by keyboard and in another theme', () => {
  test('skips to the content, and begins each page there', async () => {
    await openPurchase(sandbox());
    const { page } = await open(sandbox(), { reload: true });

    await page.keyboard.press('Tab');
    const first = await page.locator(':focus').textContent();
    await page
      .getByRole('link', { name: /^Contracts/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Contracts', level: 1 }).waitFor();

    expect(first).toBe('Skip to the content');
    expect(await page.locator(':focus').getAttribute('id')).toBe('main');
  });

  test('is dark if that is chosen, even after a reload', async () => {
    const { page } = await open(sandbox(), { colorScheme: 'light' });
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await background();

    onTestFinished(() => page.evaluate('localStorage.clear()'));
    await page.getByLabel('Theme').selectOption('Dark');
    const dark = await background();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();

    expect([light, dark, await background()]).toEqual(['rgb(245, 247, 248)', 'rgb(13, 17, 20)', 'rgb(13, 17, 20)']);
  });

  test('has its navigation behind a button on a phone, which Escape closes', async () => {
    const { page } = await open(sandbox(), { viewport: { width: 360, height: 740 } });

    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Clock' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Clock' }).click();

    await page.getByRole('heading', { name: 'Clock' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
