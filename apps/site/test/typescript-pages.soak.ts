import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSite } from '../src/create-site.ts';
import { createLlmsText } from '../src/llms.ts';
import type { Page } from '../src/page.ts';
import { createTypeScriptPages } from '../src/typescript-pages.ts';
import { wrongFirstAnswers } from './first-answers.ts';
import { openSite, search } from './open-site.ts';
import { pages } from './whole-site.ts';

let reference: Page[];
beforeAll(async () => {
  reference = await createTypeScriptPages();
});

test('the reference of the packages lists their exports by entry point, and has no dead link', () => {
  const { markdown = '' } = reference.find(({ path }) => path === 'typescript/@escrow-kit/client.md') ?? {};
  const { problems } = createSite([...pages, ...reference]);
  expect(markdown).toContain('### createEscrowClient()');
  expect(reference.map(({ path }) => path)).toContain('typescript/@escrow-kit/webhooks/sqlite.md');
  expect(problems).toEqual([]);
  expect(createLlmsText(reference)).toContain(
    '[@escrow-kit/client](typescript/@escrow-kit/client.md): Typed client of the Escrow Contract Service',
  );
});

test('with these pages too, 27 of thirty words have the right first answer, and a symbol is found once', async () => {
  const site = await openSite(createSite([...pages, ...reference]).files);
  onTestFinished(() => site.close());
  const page = await site.browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(site.addressOf('index.html'));

  const wrong = await wrongFirstAnswers(page);
  await search(page, 'createControl');
  const symbols = await page.getByRole('group', { name: 'TypeScript' }).locator('strong').allTextContents();

  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3);
  expect(symbols.filter((title) => title.endsWith(': createControl()'))).toHaveLength(1);
});
