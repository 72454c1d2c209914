import { expect, test } from 'vitest';
import { createSite } from '../src/create-site.ts';
import { createLlmsText } from '../src/llms.ts';
import { createTypeScriptPages } from '../src/typescript-pages.ts';
import { pages } from './whole-site.ts';

test('the reference of the packages lists their exports by entry point, and has no dead link', async () => {
  const reference = await createTypeScriptPages();

  const { markdown = '' } = reference.find(({ path }) => path === 'typescript/@escrow-kit/client.md') ?? {};
  const { problems } = createSite([...pages, ...reference]);
  expect(markdown).toContain('### createEscrowClient()');
  expect(reference.map(({ path }) => path)).toContain('typescript/@escrow-kit/webhooks/sqlite.md');
  expect(problems).toEqual([]);
  expect(createLlmsText(reference)).toContain(
    '[@escrow-kit/client](typescript/@escrow-kit/client.md): Typed client of the Escrow Contract Service',
  );
});
