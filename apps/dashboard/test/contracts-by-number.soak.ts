import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import { eachReceiver } from '@escrow-kit/sandbox/test-support/receiver';
import { takeScreenshot } from '@escrow-kit/sandbox/test-support/screenshot';
import { describe, expect, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { fillWithContracts } from './support/many-contracts.ts';

const { newTenant, open } = usedDashboard();

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

const firstPaint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0";

// Its screenshots are the source of the pictures in docs/images, cut to the first 900 pixels with 128 colours.
describe('the dashboard with', () => {
  const receiver = eachReceiver();

  test.each([0, 1, 20, 5000])(
    '%d contracts has no violation that axe finds, no page that is wider than the window, and no amount out of sight',
    async (count) => {
      const tenant = await newTenant();
      await fillWithContracts(tenant, count, receiver());
      const { milestones } = await tenant.control.milestones({ limit: 1 });
      const { deliveries } = await tenant.control.deliveries({ limit: 1 });
      const { requests } = await tenant.control.requests({ outcome: 'refused', limit: 1 });
      const { users } = await tenant.control.users({ limit: 1 });
      const paths = [
        ...['', '/contracts', '/requests', '/deliveries', '/people', '/clock', '/search?q=a'],
        ...milestones.map(({ milestoneId }) => `/contracts/${milestoneId}`),
        ...deliveries.map(({ id }) => `/deliveries/${id}`),
        ...requests.map(({ id }) => `/requests/${id}`),
        ...users.map(({ phoneNumber }) => `/people/${encodeURIComponent(phoneNumber)}`),
      ];
      const { page, complaints, goTo } = await open(tenant, { reload: true });
      const paints: number[] = [];

      for (const path of paths) {
        await goTo(path);
        paints.push(await page.evaluate<number>(firstPaint));
        for (const [colorScheme, width] of [
          ['light', 1280],
          ['dark', 1280],
          ['light', 390],
          ['dark', 390],
        ] as const) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 900 });
          const look = `${path} ${colorScheme} ${width}`;
          await takeScreenshot(page, `dashboard-${count}${look.replaceAll(/[/ ?=]/g, '-').replace(/_\w+|%2B\d+/, '')}`);
          expect(await findViolations(page), look).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth'), look).toBe(width);
          expect(await page.evaluate(hiddenAmounts), look).toEqual([]);
        }
      }

      expect(complaints).toEqual([]);
      process.stdout.write(`${count} contracts: first paint after ${Math.round(Math.max(...paints))} ms at most\n`);
    },
    600_000,
  );
});
