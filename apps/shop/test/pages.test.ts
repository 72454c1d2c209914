import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import { createControl } from '@escrow-kit/sandbox-control';
import { isSoak } from '@escrow-kit/tools';
import { sharedBrowser } from '@escrow-kit/tools/browser';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { freePort, spawnShop } from './spawn-shop.ts';

const buyer = '+966500000001';

/** What `npm run shop` starts, in a temporary folder of its own. */
async function startShop() {
  const folder = await mkdtemp(join(tmpdir(), 'shop-test-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { output, end } = await spawnShop('shop-with-sandbox.ts', port, { TMPDIR: folder });
  await expect.poll(output).toContain('Press Ctrl-C to stop both.');
  const [address, sandboxUrl = ''] = output().match(/http:\S+/g) ?? [];
  expect(address).toBe(url);
  return {
    url,
    control: createControl(sandboxUrl),
    folder: join(folder, String(readdirSync(folder)[0])),
    output,
    post: (path: string, form: Record<string, string>, headers = { origin: url }) =>
      fetch(url + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual', headers }),
    end,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

let running: ReturnType<typeof startShop> | undefined;

/** The shop of all tests; the test that ends it lets the next one start another. */
function openShop() {
  running ??= startShop();
  return running;
}

afterAll(async () => {
  const shop = await running;
  await shop?.end('SIGTERM');
  await shop?.remove();
});

/** A page in a window of its own, as narrow as a phone. */
async function openPage() {
  const browser = await sharedBrowser();
  const window = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 390, height: 800 } });
  onTestFinished(() => window.close());
  return window.newPage();
}

type Page = Awaited<ReturnType<typeof openPage>>;

/** What is wrong with a page in a theme: what axe finds, and whether it is wider than the window. `pnpm soak` looks at both. */
async function problemsOf(page: Page, theme: 'dark' | 'light'): Promise<string[]> {
  const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  const problems = isTooWide ? ['too wide'] : [];
  for (const colorScheme of isSoak ? (['dark', 'light'] as const) : [theme]) {
    await page.emulateMedia({ colorScheme });
    problems.push(...(await findViolations(page)));
  }
  return problems;
}

const waitForTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).click();

test('a person buys, waits for a late webhook, and has paid, on accessible pages', async () => {
  const { url, control } = await openShop();
  await control.freeze();
  await control.setFaults([{ target: 'webhook', kind: 'drop', times: 1 }]);
  onTestFinished(async () => void (await control.resume()));
  const page = await openPage();
  await page.goto(url);

  await page.getByLabel('Your phone number').fill('0500000002');
  await press(page, /^Buy$/);
  await page.getByRole('alert').waitFor();
  const problems = await problemsOf(page, 'dark');
  await page.getByLabel('A reading lamp').check();
  await page.getByLabel('Your phone number').fill('+966500000011'); // has not consented yet
  await press(page, /^Buy$/);
  await press(page, /^Agree/);
  await press(page, /^Pay/);
  await waitForTitle(page, 'One moment');
  await control.drain();
  await control.advance(1);
  await waitForTitle(page, 'Thank you'); // the page loads itself again
  problems.push(...(await problemsOf(page, 'light')));

  expect(problems).toEqual([]);
});

/** Places an order of a lamp as the form does, and returns its id and the answer. */
async function buyLamp({ post }: Awaited<ReturnType<typeof startShop>>) {
  const id = crypto.randomUUID();
  return { id, answer: await post('/buy', { id, buyer, item: 'lamp' }) };
}

test('a form that is sent twice at once places one order, and is refused with other entries', async () => {
  const { post, control, url } = await openShop();
  const order = { id: crypto.randomUUID(), buyer, item: 'table' };

  const answers = await Promise.all([post('/buy', order), post('/buy', order)]);
  const other = await post('/buy', { ...order, item: 'lamp' });

  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(other.status).toBe(409);
  expect((await control.contracts({ q: order.id })).contracts).toHaveLength(1);
  expect(await (await fetch(`${url}/orders/${order.id}`)).text()).toContain('Pay SAR\u00a0750.00');
});

test('an order that is not paid after a minute can be paid again, and after two weeks no more', async () => {
  const shop = await openShop();
  const { id } = await buyLamp(shop);
  const aMinuteAgo = Date.now() - 60_000;
  const read = async () => (await fetch(`${shop.url}/orders/${id}?part=1&since=${aMinuteAgo}`)).text();

  const late = await read();
  const again = await shop.post(`/orders/${id}/pay`, {});
  const database = new DatabaseSync(join(shop.folder, 'shop.db'), { timeout: 5_000 });
  database.prepare("update orders set payBy = '2020-01-01T00:00:00Z' where id = ?").run(id);
  database.close();
  const closed = await shop.post(`/orders/${id}/pay`, {});

  expect(late).toMatch(/No payment has arrived yet[\s\S]*Pay SAR/);
  expect(again.headers.get('location')).toMatch(/ticket=/);
  expect(closed.headers.get('location')).toBe(`/orders/${id}`);
  expect(await read()).toMatch(/This order is closed(?![\s\S]*Pay SAR)/);
});

test('TICKET-3 a buyer who declined gets a link to the checkout, and after a failure a way back to the order', async () => {
  const shop = await openShop();
  const { id } = await buyLamp(shop);
  await shop.control.setConsent(buyer, 'DECLINED');
  const declined = await shop.post(`/orders/${id}/pay`, {});
  await shop.control.giveConsent(buyer);
  await shop.control.setFaults([{ target: 'startPayment', kind: 'status', status: 400 }]);
  onTestFinished(() => shop.control.clearFaults());

  const failed = await shop.post(`/orders/${id}/pay`, {});

  expect(declined.status).toBe(409);
  expect(await declined.text()).toMatch(/href="http:(?![^"]*ticket=)[^"]+">Sign in at the checkout/);
  expect(failed.status).toBe(409);
  expect(await failed.text()).toContain(`href="/orders/${id}"`);
});

test('a program places an order too, and its two halves are paid one after the other', async () => {
  const { url, control } = await openShop();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ buyer, item: 'table' });
  const answer = await fetch(`${url}/orders`, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { id: string };
  const titleOf = async () => /<h1>(.*)<\/h1>/.exec(await (await fetch(`${url}/orders/${id}`)).text())?.[1];
  const locationOfCheckout = async () => {
    const { headers } = await fetch(`${url}/orders/${id}/checkout`, { redirect: 'manual' });
    return String(headers.get('location'));
  };
  const pay = async () => {
    const { session } = await control.openCheckout(await locationOfCheckout());
    await control.payCheckout(session);
    await control.drain();
  };

  await pay();
  await expect.poll(titleOf).toBe('Pay the second half');
  await pay();
  await expect.poll(titleOf).toBe('Thank you');

  expect(answer.status).toBe(201);
  expect(await locationOfCheckout()).toBe('/thanks');
});

test('refuses foreign hosts and origins, long and wrong forms and unknown orders, and logs no phone number', async () => {
  const { url, post, control, output } = await openShop();
  const { users } = await control.users();
  const headers = { 'content-type': 'application/json' };
  const json = (body: unknown) => fetch(`${url}/orders`, { method: 'POST', headers, body: JSON.stringify(body) });
  const rebound = request(url, { headers: { host: 'rebound.example' } }).end();
  const [answer] = await once(rebound, 'response');
  const form = { id: crypto.randomUUID(), buyer, item: 'table' };

  const answers = await Promise.all([
    post('/buy', form, { origin: 'https://attacker.example' }),
    post('/buy', { ...form, more: 'x'.repeat(20_000) }),
    post('/buy', { ...form, id: '1' }),
    post('/buy', { ...form, item: '__proto__' }),
    post('/buy', { ...form, buyer: '0500000002' }),
    post(`/orders/${form.id}/pay`, {}),
    fetch(`${url}/orders/${form.id}`),
    json({ buyer: { toString: 1 }, item: 'table' }),
    json({ buyer, item: 'x'.repeat(20_000) }),
    json(null),
  ]);

  expect(answer.statusCode).toBe(403);
  expect(answers.map(({ status }) => status)).toEqual([403, 413, 400, 400, 400, 404, 404, 400, 413, 400]);
  expect((await control.users()).users).toEqual(users);
  expect(output()).not.toContain('500000002');
});

test('only the owner can open the files of npm run shop, and Ctrl-C leaves none', async () => {
  const shop = await openShop();
  onTestFinished(shop.remove);
  running = undefined;
  const files = ['', 'shop.db', 'shop.db-wal', 'shop.db-shm'].map((file) => join(shop.folder, file));

  const modes = files.map((file) => statSync(file).mode & 0o777);
  const code = await shop.end('SIGINT');

  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
  expect(code).toBe(0);
  expect(existsSync(shop.folder)).toBe(false);
});
