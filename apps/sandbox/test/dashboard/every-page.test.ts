import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { usedBrowser } from '../support/browser.ts';
import { openDashboard, takeScreenshot } from '../support/dashboard.ts';
import { fillTenant, type StoryMilestone } from '../support/dashboard-story.ts';
import { eachReceiver } from '../support/receiver.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { createTenantSandbox } from '../support/tenant-sandbox.ts';

/** Every page by a name for its picture. */
async function pagesOf({ control }: Sandbox, milestones: StoryMilestone[]): Promise<[name: string, path: string][]> {
  const { requests } = await control.requests({ outcome: 'refused' });
  const { deliveries } = await control.deliveries({ state: 'pending' });
  const [completed, , , waiting] = milestones;
  return [
    ['overview', ''],
    ['contracts', '/contracts'],
    ['contract-completed', `/contracts/${completed?.milestoneId}`],
    ['contract-waiting', `/contracts/${waiting?.milestoneId}`],
    ['requests', '/requests'],
    ['request', `/requests/${requests.at(-1)?.id}`],
    ['deliveries', '/deliveries'],
    ['delivery', `/deliveries/${deliveries[0]?.id}`],
    ['people', '/people'],
    ['person', `/people/${encodeURIComponent(waiting?.buyerPhone ?? '')}`],
    ['checkout', '/checkout'],
    ['clock', '/clock'],
    ['faults', '/faults'],
    ['settings', '/settings'],
    ['tenants', '/tenants'],
    ['search', '/search?q=paid'],
    ['nowhere', '/nowhere'],
  ];
}

const phone = { width: 360, height: 740 };

/** Takes a picture of what is shown and expects that axe has nothing against it. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, name);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    name,
  ).toEqual([]);
}

describe('every page of the dashboard', () => {
  const openContext = usedBrowser();
  const sandbox = startedSandbox('SQLite');
  const receiver = eachReceiver();

  async function openStory() {
    receiver().answer = (response, _request, { body }) =>
      void response.writeHead(body.status === 'PAID' ? 200 : 500).end('{"error":"no such order"}');
    const tenant = await createTenantSandbox(sandbox());
    const milestones = await fillTenant(tenant, receiver().url);
    await tenant.control.setFaults([{ target: 'webhook', kind: 'status', status: 503, times: 2 }]);
    return { tenant, pages: await pagesOf(tenant, milestones) };
  }

  test.each(['light', 'dark'] as const)(
    'has no violation that axe finds in %s, and obeys its policy',
    async (colorScheme) => {
      const { tenant, pages } = await openStory();
      const { page, complaints, goTo } = await openDashboard(openContext, tenant, { colorScheme });

      for (const [name, path] of pages) {
        await goTo(path);
        await expectAccessible(page, `${name}-${colorScheme}`);
      }

      expect(complaints).toEqual([]);
    },
  );

  test.each(['light', 'dark'] as const)('has no violation in what opens over it in %s', async (colorScheme) => {
    const { tenant } = await openStory();
    const { page, goTo } = await openDashboard(openContext, tenant, { colorScheme, viewport: phone });

    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, `navigation-${colorScheme}`);
    await goTo('/tenants');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page, `question-${colorScheme}`);
    await page.getByRole('button', { name: 'Remove everything' }).click();
    await page.getByText('is empty').waitFor();
    await expectAccessible(page, `told-${colorScheme}`);
    await goTo('/clock');
    await page.getByLabel('Seconds').fill('-1');
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessible(page, `refused-${colorScheme}`);
    await goTo('');
    await expectAccessible(page, `first-call-${colorScheme}`);
  });

  test('fits a phone of 360 pixels without scrolling sideways', async () => {
    const { tenant, pages } = await openStory();
    const { page, goTo } = await openDashboard(openContext, tenant, { viewport: phone });

    for (const [name, path] of pages) {
      await goTo(path);
      await takeScreenshot(page, `${name}-phone`);
      expect(await page.locator('html').evaluate((root) => root.scrollWidth), name).toBeLessThanOrEqual(360);
    }
  });
});
