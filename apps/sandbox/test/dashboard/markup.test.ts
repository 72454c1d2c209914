import { describe, expect, test } from 'vitest';
import { usedBrowser } from '../support/browser.ts';
import { openDashboard } from '../support/dashboard.ts';
import { createMilestone, newPhone } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

describe('markup in what others send', () => {
  const openContext = usedBrowser();
  const sandbox = startedSandbox('SQLite');

  test('is text everywhere, and nothing of it runs', async () => {
    const phoneNumber = newPhone();
    await send(sandbox(), 'registerCustomer', { body: { phoneNumber, firstName: markup, lastName: markup } });
    const { milestoneId } = await createMilestone(sandbox(), { itemDetail: { title: markup, description: markup } });
    await send(sandbox(), 'createContract', { body: { [markup]: markup, type: markup } });
    const { requests } = await sandbox().control.requests({ outcome: 'refused' });
    const { page, complaints, goTo } = await openDashboard(openContext, sandbox());

    for (const path of [
      '',
      '/contracts',
      `/contracts/${milestoneId}`,
      '/requests',
      `/requests/${requests[0]?.id}`,
      '/people',
      `/people/${encodeURIComponent(phoneNumber)}`,
      `/search?q=${encodeURIComponent(markup)}`,
    ]) {
      await goTo(path);
      expect(await page.locator('main img, main script').count(), path).toBe(0);
    }

    expect(await page.title()).toContain('Escrow sandbox');
    await goTo(`/contracts/${milestoneId}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(markup);
    expect(complaints).toEqual([]);
  });
});
