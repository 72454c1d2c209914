import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCalls } from '../generate/collections/read-calls.ts';
import { getOperation } from '../src/document/operations.ts';
import { createRequestValidator } from '../src/validate.ts';

interface Variable {
  key: string;
  value: string;
}

interface Item {
  name: string;
  event: { script: { exec: string[] } }[];
  request: { url: { raw: string }; body?: { mode: string; raw: string; urlencoded: Variable[] } };
}

const collection: { item: Item[]; variable: Variable[] } = JSON.parse(
  readFileSync('collections/main-job.postman_collection.json', 'utf8'),
);

test('every variable of the collection has a default, or an earlier request sets it', () => {
  const known = new Set(collection.variable.map(({ key }) => key));

  for (const { name, event, request } of collection.item) {
    const scripts = event.map(({ script }) => script.exec.join('\n'));
    const beforehand = event.length > 1 ? (scripts[0] ?? '') : '';
    for (const variable of variablesSetBy(beforehand)) known.add(variable);
    const used = [...JSON.stringify(request).matchAll(/\{\{(\w+)\}\}/g)].map(([, variable]) => variable);
    expect(
      used.filter((variable) => !known.has(variable ?? '')),
      name,
    ).toEqual([]);
    for (const script of scripts) for (const variable of variablesSetBy(script)) known.add(variable);
  }
});

const variablesSetBy = (script: string): string[] =>
  [...script.matchAll(/collectionVariables\.set\('(\w+)'/g)].map(([, variable]) => variable ?? '');

const calls = readCalls();

test.for(collection.item.map((item, index) => ({ item, operation: calls[index]?.operation ?? '' })))(
  'the body of "$item.name" breaks no rule',
  ({ item, operation }) => {
    const { body } = item.request;
    const { parameters } = getOperation(operation);
    const sent = body && (body.mode === 'raw' ? JSON.parse(fill(body.raw)) : fieldsOf(body.urlencoded));
    const query = Object.fromEntries(new URL(fill(item.request.url.raw)).searchParams);

    const violations = createRequestValidator(operation)({
      path: Object.fromEntries(parameters.filter(isInPath).map(({ name }) => [name, '1'])),
      query,
      body: sent,
    });

    expect(violations).toEqual([]);
  },
);

const isInPath = ({ in: place }: { in: string }): boolean => place === 'path';

const fieldsOf = (fields: Variable[]): object => Object.fromEntries(fields.map(({ key, value }) => [key, fill(value)]));

/** Fills in the defaults of variables. Variables that answers set get `1`, which is valid everywhere. */
function fill(text: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const variable = collection.variable.find(({ key }) => key === name.replace(/^encoded_/, ''));
    return variable?.value ?? '1';
  });
}
