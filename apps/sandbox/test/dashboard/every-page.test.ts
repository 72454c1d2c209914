import { AxeBuilder } from '@axe-core/playwright';
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
        await takeScreenshot(page, `${name}-${colorScheme}`);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          name,
        ).toEqual([]);
      }

      expect(complaints).toEqual([]);
    },
  );

  test('fits a phone of 360 pixels without scrolling sideways', async () => {
    const { tenant, pages } = await openStory();
    const { page, goTo } = await openDashboard(openContext, tenant, { viewport: { width: 360, height: 740 } });

    for (const [name, path] of pages) {
      await goTo(path);
      await takeScreenshot(page, `${name}-phone`);
      expect(await page.locator('html').evaluate((root) => root.scrollWidth), name).toBeLessThanOrEqual(360);
    }
  });
});
