import type { Sandbox } from '@escrow-kit/sandbox';
import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import { createReceiver, type Receiver } from '@escrow-kit/sandbox/test-support/receiver';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, usedDashboard } from './support/dashboard.ts';
import { fillTenant, type StoryMilestone } from './support/dashboard-story.ts';

/** A tenant in which every kind of thing has happened. */
interface Story {
  tenant: Sandbox;
  completed: StoryMilestone | undefined;
  waiting: StoryMilestone | undefined;
}

/** The address of every page, by name. */
const pages: Record<string, (story: Story) => string | Promise<string>> = {
  overview: () => '',
  contracts: () => '/contracts',
  'contract-completed': ({ completed }) => `/contracts/${completed?.milestoneId}`,
  'contract-waiting': ({ waiting }) => `/contracts/${waiting?.milestoneId}`,
  requests: () => '/requests',
  request: async ({ tenant }) => {
    const { requests } = await tenant.control.requests({ outcome: 'refused' });
    return `/requests/${requests.at(-1)?.id}`;
  },
  deliveries: () => '/deliveries',
  delivery: async ({ tenant }) => {
    const { deliveries } = await tenant.control.deliveries({ state: 'pending' });
    return `/deliveries/${deliveries[0]?.id}`;
  },
  clock: () => '/clock',
  nowhere: () => '/nowhere',
};

/** What opens or appears on a page, by name. */
const states: Record<string, (dashboard: Dashboard) => Promise<void>> = {
  tenant: async ({ page }) => {
    await page.getByRole('button', { name: /^Tenant/ }).click();
    await page.getByLabel('New tenant').waitFor();
  },
  emptied: async (dashboard) => {
    await states['tenant']?.(dashboard);
    dashboard.page.once('dialog', (dialog) => dialog.accept());
    await dashboard.page.getByRole('button', { name: /^Reset/ }).click();
    await dashboard.page.getByText('is empty').waitFor();
  },
  refused: async ({ page, follow }) => {
    await follow('/clock');
    await page.getByLabel('Seconds').fill('1e300');
    await page.getByLabel('Seconds').press('Enter');
    await page.getByRole('alert').waitFor();
  },
  'first-call': async ({ page }) => {
    await page.getByText('Make the first call').waitFor();
  },
};

const desktop = { width: 1280, height: 900 };
const phone = { width: 360, height: 740 };
/** Each page with its color schemes: one, in turn, in `npm test`; both in `pnpm soak`. */
function withColorSchemes<Value>(named: Record<string, Value>) {
  const both = ['light', 'dark'] as const;
  return Object.entries(named).map(([name, value], index) => ({
    name,
    value,
    colorSchemes: isSoak ? both : both.filter((_, each) => each === index % both.length),
  }));
}

const { newTenant, open } = usedDashboard();

describe('every page of the dashboard', () => {
  let receiver: Receiver;
  let story: Story;
  let dashboard: Dashboard;
  beforeAll(async () => {
    receiver = await createReceiver();
    receiver.answer = (response, _request, { body }) =>
      void response.writeHead(body.status === 'PAID' ? 200 : 500).end('{"error":"no such order"}');
    const tenant = await newTenant();
    const [completed, , , waiting] = await fillTenant(tenant, receiver.url);
    await tenant.control.setFaults([{ target: 'webhook', kind: 'status', status: 503, times: 2 }]);
    story = { tenant, completed, waiting };
    dashboard = await open(tenant);
  });
  afterAll(() => receiver.close());

  test.each(withColorSchemes(pages))(
    'has no violation that axe finds, fits a phone of 360 pixels and obeys its policy: $name',
    async ({ value: findPath, colorSchemes }) => {
      const { page, complaints, goTo, follow } = dashboard;
      const show = isSoak ? goTo : follow;
      await page.setViewportSize(desktop);

      await show(await findPath(story));

      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        expect(await findViolations(page), colorScheme).toEqual([]);
      }
      await page.setViewportSize(phone);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width);
      expect(complaints.splice(0)).toEqual([]);
    },
  );
});

describe('what opens over a page of the dashboard on a phone', () => {
  let tenant: Sandbox;
  beforeAll(async () => {
    tenant = await newTenant();
  });
  test.each(withColorSchemes(states))(
    'has no violation that axe finds: $name',
    async ({ value: lead, colorSchemes }) => {
      const dashboard = await open(tenant, { viewport: phone });

      await lead(dashboard);

      for (const colorScheme of colorSchemes) {
        await dashboard.page.emulateMedia({ colorScheme });
        expect(await findViolations(dashboard.page), colorScheme).toEqual([]);
      }
    },
  );
});
