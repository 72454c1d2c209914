import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findOperation } from '../src/document/operations.ts';
import { createRequestValidator } from '../src/validate.ts';

type Variables = { key: string; value: string }[];

interface Item {
  name: string;
  event: { script: { exec: string[] } }[];
  request: { method: string; url: { raw: string }; body?: { mode: string; raw: string; urlencoded: Variables } };
}

const collection: { item: Item[]; variable: Variables } = JSON.parse(
  readFileSync('collections/main-job.postman_collection.json', 'utf8'),
);

test('every variable of the collection has a default, or an earlier request sets it', () => {
  const known = new Set(collection.variable.map(({ key }) => key));

  for (const { name, event, request } of collection.item) {
    const scripts = event.map(({ script }) => script.exec.join('\n'));
    const beforehand = event.length > 1 ? (scripts[0] ?? '') : '';
    for (const variable of variablesSetBy(beforehand)) known.add(variable);
    const used = [...JSON.stringify(request).matchAll(/\{\{(\w+)\}\}/g)].map(([, variable]) => variable);
    expect([...known], name).toEqual(expect.arrayContaining(used));
    for (const script of scripts) for (const variable of variablesSetBy(script)) known.add(variable);
  }
});

const variablesSetBy = (script: string): string[] =>
  [...script.matchAll(/collectionVariables\.set\('(\w+)'/g)].map(([, variable]) => variable ?? '');

test.for(collection.item)('the body of "$name" breaks no rule', ({ request }) => {
  const { method, url, body } = request;
  const { pathname, searchParams } = new URL(fill(url.raw));
  const fieldsOf = (fields: Variables) => Object.fromEntries(fields.map(({ key, value }) => [key, fill(value)]));
  const sent = body && (body.mode === 'raw' ? JSON.parse(fill(body.raw)) : fieldsOf(body.urlencoded));
  const { operation, path = {} } = findOperation(method, pathname) ?? {};

  const validate = createRequestValidator(operation?.id ?? '');

  expect(validate({ path, query: Object.fromEntries(searchParams), body: sent })).toEqual([]);
});

/** Fills in the defaults of variables. Variables that answers set get `1`, which is valid everywhere. */
function fill(text: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const variable = collection.variable.find(({ key }) => key === name.replace(/^encoded_/, ''));
    return variable?.value ?? '1';
  });
}
