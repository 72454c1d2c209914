import { readFileSync } from 'node:fs';
import { hostNames, operations } from '@escrow-kit/spec';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../../docs/guide/hosts-and-tokens.md', import.meta.url), 'utf8');

test.each(hostNames)('the guide lists the operations of %s', (host) => {
  const [, cell = ''] = new RegExp(`^\\| \`${host}\` +\\| (.*) \\|$`, 'm').exec(page) ?? [];
  const listed = [...cell.matchAll(/`(\w+)`/g)].map(([, id]) => id);

  expect(listed).toEqual(operations.filter((operation) => operation.host === host).map(({ id }) => id));
});
