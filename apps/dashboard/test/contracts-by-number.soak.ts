import type { Sandbox } from '@escrow-kit/sandbox';
import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import { eachReceiver } from '@escrow-kit/sandbox/test-support/receiver';
import { describe, expect, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { fillWithContracts } from './support/many-contracts.ts';
import { savePicture } from './support/pictures.ts';

const { newTenant, open, service } = usedDashboard();

/** The distance in pixels by which each amount of the page leaves the window or a box that cuts it off. */
const hiddenAmounts = `[...document.querySelectorAll('main *')]
  .filter(({ children, textContent }) => children.length === 0 && /\\d\\.\\d{2}\\b/.test(textContent))
  .flatMap((amount) => {
    const { left, right } = amount.getBoundingClientRect();
    const boxes = [];
    for (let box = amount.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== 'visible') boxes.push(box.getBoundingClientRect());
    }
    const isSeen = [{ left: 0, right: innerWidth }, ...boxes].every((box) => left >= box.left - 1 && right <= box.right + 1);
    return isSeen ? [] : [amount.textContent];
  })`;

/** How each page is looked at. The pictures are of the first look, of the tenant with this many contracts. */
const looks = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, width })),
);
const picturedCount = 20;

/** The paths of a tenant's pages by name: its lists, and one of each that they list. */
async function listPages({ control }: Sandbox): Promise<Record<string, string>> {
  const [milestone] = (await control.milestones({ limit: 1 })).milestones;
  const [delivery] = (await control.deliveries({ limit: 1 })).deliveries;
  const [request] = (await control.requests({ outcome: 'refused', limit: 1 })).requests;
  return {
    overview: '',
    contracts: '/contracts',
    requests: '/requests',
    deliveries: '/deliveries',
    clock: '/clock',
    ...(milestone && { contract: `/contracts/${milestone.milestoneId}` }),
    ...(delivery && { delivery: `/deliveries/${delivery.id}` }),
    ...(request && { request: `/requests/${request.id}` }),
  };
}

describe('the dashboard with', () => {
  const receiver = eachReceiver();

  test.each([0, 1, 20, 5000])(
    '%d contracts has no violation that axe finds, no page that is wider than the window, and no amount out of sight',
    async (count) => {
      const tenant = await newTenant();
      await fillWithContracts(tenant, { count, receiver: receiver(), store: service().store });
      const pages = await listPages(tenant);
      const { page, complaints, goTo } = await open(tenant);

      for (const [name, path] of Object.entries(pages)) {
        await goTo(path);
        for (const look of looks) {
          await page.emulateMedia(look);
          await page.setViewportSize({ width: look.width, height: 900 });
          const where = Object.values({ name, ...look }).join(' ');
          if (count === picturedCount && look === looks[0]) await savePicture(page, name);
          expect(await findViolations(page), where).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBe(look.width);
          expect(await page.evaluate(hiddenAmounts), where).toEqual([]);
        }
      }

      expect(complaints).toEqual([]);
    },
    600_000,
  );
});
