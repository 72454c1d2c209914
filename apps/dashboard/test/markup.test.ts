import { send } from '@escrow-kit/sandbox/test-support/service-api';
import { describe, expect, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { openPurchase } from './support/dashboard-story.ts';

const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const { newTenant, open } = usedDashboard();

describe('text from requests', () => {
  test('is escaped everywhere', async () => {
    const tenant = await newTenant();
    const { milestoneId, buyerPhone } = await openPurchase(tenant, { title: markup });
    const names = { firstName: markup, lastName: markup };
    await send(tenant, 'registerCustomer', { body: { phoneNumber: buyerPhone, ...names } });
    await send(tenant, 'createContract', { body: { [markup]: markup, type: markup } });
    const { requests } = await tenant.control.requests({ outcome: 'refused' });
    const { page, complaints, follow } = await open(tenant);

    for (const path of ['/contracts', `/requests/${requests[0]?.id}`, `/contracts/${milestoneId}`]) {
      await follow(path);
      expect(await page.locator('main img, main script').count(), path).toBe(0);
    }

    expect(await page.title()).toContain('Escrow sandbox');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(markup);
    expect(complaints).toEqual([]);
  });

  test('as one long word does not widen a page on a phone, and a right-to-left name keeps its place', async () => {
    const tenant = await newTenant();
    const word = 'long'.repeat(60);
    await tenant.control.setWebhook(`http://127.0.0.1:1/${word}`);
    const { milestoneId, buyerPhone } = await openPurchase(tenant, { title: word, itemPrice: 90_000_000 });
    await send(tenant, 'registerCustomer', {
      body: { phoneNumber: buyerPhone, firstName: 'محمد', lastName: 'العبدالله' },
    });
    const { page, follow } = await open(tenant, { viewport: { width: 320, height: 640 } });

    for (const path of ['', '/contracts', `/contracts/${milestoneId}`, '/deliveries', '/clock']) {
      await follow(path);
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(320);
    }

    await follow('/contracts');
    expect(await page.locator('bdi').allTextContents()).toEqual(['Item', 'محمد العبدالله', 'Sara Seller']);
  });
});
