import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { isSoak } from '@escrow-kit/suite';
import { createAdaptorServer } from '@hono/node-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../src/pages/create-app.ts';
import { type InputName, inputs } from '../src/pages/forms.ts';
import { buyer, item, listItem, orderOf, seller, tokenOf } from './support/people.ts';
import { type Store, stores, usedShops } from './support/test-shop.ts';
import { createVisitor, type Visitor } from './support/visitor.ts';

const shops = usedShops();

const reload = 'Load the page again, and send the form once more.';
const labelOf = (field: string) => inputs[field as InputName]?.label;

const oneLine = /^Write “(.+)” in one line, without control characters\.$/;
const oddValues: [value: string, problem: RegExp][] = [
  ...['\0', '\r\n', '\u001b', '\u0085', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069'].map(
    (odd): [string, RegExp] => [`a${odd}b`, oneLine],
  ),
  ['a'.repeat(5_000), /^Shorten “(.+)” to \d+ characters\.$/],
  [' \t\n', /^Fill in “(.+)”\.$/],
];

describe.each<Store>(isSoak ? stores : ['PostgreSQL'])('on %s', (store) => {
  test('every form refuses a field with NUL, line breaks, too many characters or none, and names its label', async () => {
    const { shop, log } = await shops.open(store);
    const [visitor, operator] = [createVisitor(shop.url), createVisitor(shop.url, { isOperator: true })];
    const itemPath = await listItem(visitor);
    const formToken = tokenOf(await visitor.get(itemPath));
    const forms: [visitor: Visitor, path: string, form: Record<string, string>][] = [
      [visitor, '/seller', seller],
      [visitor, '/seller/items', { ...item, formToken }],
      [visitor, `${itemPath}/orders`, { ...buyer, formToken }],
      [operator, '/operator/pending-steps', { key: 'order-1', revision: '1', outcome: 'not-sent' }],
      [operator, '/operator/dead-letters', { key: 'key' }],
      [operator, '/operator/events', { milestoneId: 'milestone', referenceId: 'reference' }],
    ];
    const cases = forms.flatMap(([sender, path, form]) =>
      Object.keys(form).flatMap((field) =>
        oddValues.map(([odd, problem]) => ({
          field,
          send: async () => {
            const { status, text } = await sender.post(path, { ...form, [field]: odd });
            const found = problemIn(text);
            return { status, problem: problem.exec(found)?.[1] ?? found };
          },
        })),
      ),
    );

    const answers = await Promise.all(cases.map(({ send }) => send()));

    expect(answers).toEqual(cases.map(({ field }) => ({ status: 400, problem: labelOf(field) ?? reload })));
    expect(log).toEqual([]);
    expect((await visitor.get('/orders')).text).toContain('You have no orders in this browser yet');
  });
});

describe.each(stores)('on %s', (store) => {
  test('an unknown path, query or answer gets a page, never an error of the shop', async () => {
    const testShop = await shops.open(store);
    const { buyer: visitor, operator, orderPath } = await orderOf(testShop);
    const odd = ['%00', '%0d%0aSet-Cookie:a', '..%2f..', "'--", '%E0%A4%A', 'a'.repeat(5_000)];
    const paths = odd.flatMap((id) => [
      `/items/${id}`,
      `/orders/${id}`,
      `/orders/${id}/payments/deposit`,
      `${orderPath}/payments/${id}`,
      `${orderPath}/payments/${id}/state`,
    ]);
    const moments = ['%00', 'NaN', 'Infinity', '-1', '1e308', '0x', 'a'.repeat(5_000)];

    const pages = await Promise.all(paths.map((path) => visitor.get(path)));
    const returns = await Promise.all(
      moments.map((at) => visitor.get(`${orderPath}/payments/deposit?cameBackAt=${at}`)),
    );
    const answers = [
      await operator.post('/operator/pending-steps', { key: 'order-1', revision: 'x', outcome: 'not-sent' }),
      await operator.post('/operator/pending-steps', { key: 'order-1', revision: '1', outcome: 'maybe' }),
      await operator.post('/operator/dead-letters', { key: 'of nothing' }),
      await operator.post('/operator/events', { milestoneId: 'of nobody', referenceId: 'a' }),
    ];

    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(returns.map(({ status }) => status))).toEqual(new Set([200]));
    expect(returns.flatMap(({ text }) => /reload-in-ms="(.*?)"/.exec(text)?.[1] ?? [])).toEqual(['60000', '60000']);
    expect(answers.map(({ status }) => status)).toEqual([409, 400, 303, 404]);
    expect(testShop.log).toEqual([]);
    expect((await testShop.shop.storage.inbox.counts()).dead).toBe(0);
  });
});

test('a malformed form, or one with files or thousands of fields, is refused', async () => {
  const { shop, log } = await shops.open('SQLite');
  const post = async (body: string | FormData, type?: string) => {
    const headers = { origin: shop.url, ...(type && { 'content-type': type }) };
    return (await fetch(`${shop.url}/seller`, { method: 'POST', headers, body })).status;
  };
  const files = new FormData();
  for (const name of Object.keys(seller)) files.append(name, new File(['a'], 'a.txt'));

  const answers = [
    await post('--x', 'multipart/form-data'),
    await post('--x\r\nnonsense', 'multipart/form-data; boundary=x'),
    await post('{}', 'application/json'),
    await post(files),
    await post('a=&'.repeat(15_000), 'application/x-www-form-urlencoded'),
    await post('a=&'.repeat(30_000), 'application/x-www-form-urlencoded'),
  ];

  expect(answers).toEqual([400, 400, 400, 400, 400, 413]);
  expect(log).toEqual([]);
});

test('names keep the joiners that Persian and Arabic need', async () => {
  const { shop } = await shops.open('SQLite');
  const visitor = createVisitor(shop.url);
  const firstName = 'مه\u200cسا\u200d';

  const { status } = await visitor.post('/seller', { ...seller, firstName });

  expect(status).toBe(303);
  expect((await visitor.get('/seller')).text).toContain(`${firstName}'s workshop`.replace("'", '&#39;'));
});

test.each(['content-length: 1000', 'transfer-encoding: chunked'])(
  'an aborted upload (%s) is not an error of the shop, and is not logged',
  async (header) => {
    const { shop, log } = await shops.open('SQLite');
    const app = await createApp(shop);
    let answer: Promise<Response> | undefined;
    const server = createAdaptorServer({
      fetch: (request) => {
        answer = Promise.resolve(app.fetch(request));
        return answer;
      },
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const type = 'content-type: application/x-www-form-urlencoded';

    socket.write(
      `POST /seller?a=b HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\n${type}\r\n${header}\r\n\r\n3\r\na=b`,
    );
    await once(server, 'request');
    socket.destroy();

    expect((await answer)?.status).toBe(400);
    expect(log).toEqual([]);
  },
);

test('an error is logged with the path of the request, without its query', async () => {
  const { shop, log } = await shops.open('SQLite');
  const visitor = createVisitor(shop.url);
  const itemPath = await listItem(visitor);
  await shop.storage.write([{ sql: 'drop table items', values: [] }]);

  const { status } = await visitor.get(`${itemPath}?name=Sara`);

  expect(status).toBe(500);
  expect(log).toEqual([expect.stringMatching(new RegExp(`^GET ${itemPath}: `))]);
});

/** The problem that a page shows. */
const problemIn = (text: string): string =>
  /role="alert">\s*<p>.*?<\/p>\s*<ul><li>(.*?)<\/li><\/ul>|<h1[^>]*>[^<]*<\/h1>\s*<p>(.*?)<\/p>/
    .exec(text)
    ?.slice(1)
    .find((problem) => problem !== undefined) ?? text;
