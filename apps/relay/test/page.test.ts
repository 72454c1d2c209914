import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import { usedPage } from '@escrow-kit/sandbox/test-support/browser';
import { takeScreenshot } from '@escrow-kit/sandbox/test-support/screenshot';
import { until } from '@escrow-kit/suite/until';
import { expect, test } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { startTestRelay } from './support/start-test-relay.ts';

const page = usedPage();

test('the page shows the queue, fits a phone, is accessible in light and dark, pauses a target, and forwards a dead event again', async () => {
  const [shop, crm] = [await startEndpoint(), await startEndpoint()];
  shop.answer = (response) => void response.writeHead(500).end();
  const relay = await startTestRelay({ shop: shop.url, crm: crm.url }, { giveUpAfterInMs: 0 });
  const inboxes = relay.targets.map(({ inbox }) => inbox);
  await page().goto(relay.controlUrl);
  await page().getByRole('button', { name: 'Pause' }).last().click();
  await page().getByRole('heading', { name: 'crm (paused)' }).waitFor();
  await relay.send({ buyerName: 'Canary', amount: 1_250 });
  await relay.send({
    status: 'COMPLETED',
    milestoneId: 'b1c6f0d2-3a57-4f0e-9d2c-7e58a41f9c30',
    referenceId: 'reference-2',
  });
  await until(async () => expect(await inboxes[0]?.counts()).toMatchObject({ dead: 2 }));
  const complaints: string[] = [];
  page().on('console', (message) => void complaints.push(message.text()));

  await page().setViewportSize({ width: 1280, height: 800 });
  await page().goto(relay.controlUrl);

  expect(crm.received).toEqual([]);
  const dead = page().getByRole('row').filter({ hasText: 'status 500' });
  expect(await dead.allInnerTexts()).toMatchObject([/PAID\s+milestone-1\s+dead\s+1/, /COMPLETED/]);
  expect(await page().content()).not.toContain('Canary');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page().emulateMedia({ colorScheme });
    await takeScreenshot(page(), `relay-${colorScheme}`);
    expect(await findViolations(page()), colorScheme).toEqual([]);
  }
  await page().setViewportSize({ width: 390, height: 800 });
  expect(await page().evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);

  shop.answer = (response) => void response.end();
  await dead.first().getByRole('button', { name: 'Forward again' }).click();
  await until(() => expect(shop.received).toHaveLength(3));
  await until(async () => {
    await page().getByRole('link', { name: 'Load again' }).click();
    expect(await dead.count()).toBe(1);
  });
  await page().getByRole('button', { name: 'Resume' }).click();
  await until(() => expect(crm.received).toHaveLength(2));
  await page().getByRole('link', { name: 'Load every 5 s' }).click();
  expect(await page().locator('meta[http-equiv=refresh]').getAttribute('content')).toBe('5');
  expect(complaints).toEqual([]);
});
