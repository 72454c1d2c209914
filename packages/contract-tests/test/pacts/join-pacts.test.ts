import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinPacts } from '../../generate/join-pacts.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The pact joined from files with these interactions. */
function joined(...files: object[][]) {
  const folder = temporaryFolder();
  for (const [index, interactions] of files.entries()) {
    const [consumer, provider] = [{ name: 'client' }, { name: 'service' }];
    const metadata = { pactRust: { ffi: `${index}` }, pactSpecification: { version: '4.0' } };
    mkdirSync(join(folder, `${index}`));
    const file = join(folder, `${index}`, 'client-service.json');
    writeFileSync(file, JSON.stringify({ consumer, provider, interactions, metadata }));
  }
  return JSON.parse(joinPacts(folder)[0]?.text ?? '');
}

test('interactions are in the order of their descriptions, without versions of tools', () => {
  const { interactions, metadata } = joined([{ description: 'B' }, { description: 'A' }], [{ description: 'C' }]);

  expect(interactions).toEqual([{ description: 'A' }, { description: 'B' }, { description: 'C' }]);
  expect(metadata).toEqual({ pactSpecification: { version: '4.0' } });
});

test('what is a default, and what only a mock needs, is left out', () => {
  const matchingRules = { path: { combine: 'AND', matchers: [{ match: 'regex', regex: '^/1$' }] } };
  const request = { path: '/1', matchingRules, body: { content: { pending: 'no' }, encoded: false } };
  const response = { status: 200, matchingRules: { body: { $: { combine: 'AND', matchers: [] } } } };

  const { interactions } = joined([{ description: 'A', pending: false, request, response }]);

  expect(interactions).toEqual([
    {
      description: 'A',
      request: { path: '/1', body: { content: { pending: 'no' } } },
      response: { status: 200, matchingRules: { body: { $: { matchers: [] } } } },
    },
  ]);
});

test('the same description in two files fails', () => {
  const description = 'ADDR-1 an address is added';

  expect(() => joined([{ description }], [{ description }])).toThrow(`Two interactions are called "${description}"`);
});
