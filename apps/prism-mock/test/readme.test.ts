import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '@escrow-kit/spec';
import { expect, onTestFinished, test, vi } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { exampleTokens } from '../src/index.ts';
import { answerExample, sendRequest } from './mock.ts';

const root = `${import.meta.dirname}/..`;
const readme = readFileSync(`${root}/README.md`, 'utf8');

test('the example runs', async () => {
  const code = /```ts\n(.+?)```/s.exec(readme)?.[1] ?? '';
  const folder = mkdtempSync(`${root}/.readme-`);
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => {
    log.mockRestore();
    rmSync(folder, { recursive: true });
  });
  writeFileSync(`${folder}/example.ts`, code);

  await import(`${folder}/example.ts`);

  expect(log.mock.calls).toEqual([[200, expect.objectContaining({ success: true })]]);
});

test('the README, the exported tokens and the document agree', () => {
  const documented = Object.values(openApiDocument.components.securitySchemes).map((each) => each['x-example-token']);

  expect([...readme.matchAll(/`(\w+_sandbox)` \(/g)].map(([, token]) => token)).toEqual(documented);
  expect(Object.values(exampleTokens)).toEqual(documented);
});

test('Prefer of the README chooses the consent refusal', async () => {
  const [, prefer = '', path = ''] = /-X POST -H 'Prefer: (.+?)' http:\/\/[^/]+(\S+)/.exec(readme) ?? [];

  const answer = await sendRequest(`POST ${path}`, { headers: { prefer } });

  expect(answer).toEqual(answerExample('requestTicket', 400, 'consentRejected'));
});

test('the README starts the Prism that the mock starts, on the document of the package', () => {
  const [, version, file = ''] = /npx @stoplight\/prism-cli@(\S+) mock (\S+)/.exec(readme) ?? [];

  expect(version).toBe(manifest.dependencies['@stoplight/prism-cli']);
  expect(JSON.parse(readFileSync(`${root}/${file}`, 'utf8'))).toEqual(openApiDocument);
});
