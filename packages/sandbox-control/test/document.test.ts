import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { controlDocument, controlOperations } from '../src/index.ts';

test('every call of the document is listed with its method and path', () => {
  const written = Object.entries(controlDocument.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      'operationId' in operation ? [`${operation.operationId} ${method.toUpperCase()} ${path}`] : [],
    ),
  );

  expect(controlOperations.map(({ id, method, path }) => `${id} ${method} ${path}`).sort()).toEqual(written.sort());
});

test('every path of the document is below /_sandbox, which the service does not use', () => {
  expect(Object.keys(controlDocument.paths).filter((path) => !path.startsWith('/_sandbox/'))).toEqual([]);
});

test('the client calls every operation but those of the process, the list of tenants and the stream', () => {
  const sources = ['contract', 'delivery', 'tenant'].map((topic) => `../src/${topic}-control.ts`);
  const text = [...sources, '../src/create-control.ts']
    .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
    .join('\n');

  const uncalled = controlOperations.map(({ id }) => id).filter((id) => !text.includes(`call('${id}'`));

  expect(uncalled.sort()).toEqual([
    'describeService',
    'getControlDocument',
    'getHealth',
    'listTenants',
    'streamChanges',
  ]);
});
