import { readFileSync } from 'node:fs';
import { fillPath, hostNames, operations } from '@escrow-kit/spec';
import { createRequestValidator } from '@escrow-kit/spec/validate';
import { expect, test } from 'vitest';
import type { EscrowClient } from '../src/index.ts';
import { callOperation } from './support/call-operation.ts';
import { type DocumentCall, documentCalls } from './support/document-calls.ts';
import { createObservedClient, type SentRequest, tokens } from './support/observed-client.ts';

type Input = { path: object; query: object; body: unknown };

/** Makes calls whose types are known only at run time. */
const callById = (escrow: EscrowClient, operationId: string, input: Partial<Input>): Promise<unknown> =>
  callOperation(escrow, operationId as 'listWebhooks', input as object);

function expectRequestOf(document: DocumentCall, sent: SentRequest[]): void {
  const { method, host, template, path, query, contentType, body, tokens: kinds } = document;
  const pathname = fillPath(template, path);
  expect(sent).toHaveLength(1);
  const { to, headers, body: text } = sent[0] as SentRequest;
  const url = new URL(to.slice(method.length + 1));
  expect(to.split(' ')[0]).toBe(method);
  expect(url.origin + url.pathname).toBe(`https://${host}.test${pathname}`);
  expect(Object.fromEntries(url.searchParams)).toEqual(query);
  expect(headers['content-type']).toBe(contentType);
  expect(headers['accept']).toBe('application/json');
  const accepted = kinds.map((kind) => `Bearer ${tokens[kind as keyof typeof tokens]}`);
  expect(accepted.length ? accepted : [undefined]).toContain(headers['authorization']);
  const parse = contentType?.includes('form')
    ? (form: string) => Object.fromEntries(new URLSearchParams(form))
    : JSON.parse;
  expect(text && parse(text)).toEqual(body ?? '');
}

const named = documentCalls.map((call) => [call.operationId, call.example, call] as const);

test.each(named)('the typed client sends for %s the example "%s" as documented', async (operationId, _, document) => {
  const { escrow, sent } = createObservedClient({ '*': { body: {} } });
  const { path, query, body, typedBody } = document;

  await callById(escrow, operationId, { path, query, body: typedBody });
  expectRequestOf(document, sent.splice(0));

  // The same with its constants.
  await callById(escrow, operationId, { path, query, body });
  expectRequestOf(document, sent);
});

const answered = documentCalls.filter(({ answer }) => answer).map((call) => [call.operationId, call] as const);

test.each(answered)('call %s returns the answer of the document', async (operationId, call) => {
  const { answer, path, query, body } = call;
  const { escrow } = createObservedClient({ '*': { body: answer ?? {} } });

  const result = await callById(escrow, operationId, { path, query, body });

  expect(result).toEqual(answer);
});

const withPath = named.filter(([, , { path }]) => Object.keys(path).length > 0);

test.each(withPath)('call %s refuses a path that names another endpoint, "%s"', async (operationId, _example, call) => {
  const { path, query, body } = call;
  for (const name of Object.keys(path)) {
    for (const value of [undefined, '', '..', {}]) {
      const { escrow, sent } = createObservedClient({ '*': { body: {} } });

      await expect(
        callById(escrow, operationId, { path: { ...path, [name]: value }, query, body }),
      ).rejects.toMatchObject({ code: 'rule_violation', outcome: 'not-sent', message: expect.stringContaining(name) });
      expect(sent).toEqual([]);
    }
  }
});

const withBody = named.filter(([, , { body }]) => body !== undefined);

const replacements: readonly unknown[] = [undefined, null, '', 'x', -1, 1.5, true, [], { x: 1 }];

/** All variants of a value with itself, or one thing in it, replaced. `undefined` removes a property. */
function variantsOf(value: unknown, at = 'body'): { at: string; value: unknown }[] {
  const own = replacements.map((replacement) => ({
    at: `${at} = ${JSON.stringify(replacement)}`,
    value: replacement,
  }));
  if (typeof value !== 'object' || value === null) return own;
  const inner = Object.entries(value).flatMap(([name, content]) =>
    variantsOf(content, `${at}.${name}`).map((variant) => {
      const changed = Array.isArray(value) ? [...value] : { ...value };
      return { at: variant.at, value: Object.assign(changed, { [name]: variant.value }) };
    }),
  );
  return [...own, ...inner];
}

/** The body as the service reads it; an unsent one is checked as given. */
function bodyToJudge(sent: SentRequest[], contentType: string | undefined, given: unknown): unknown {
  if (sent.length === 0) return given;
  const text = sent[0]?.body;
  if (!text) return undefined;
  return contentType?.includes('form') ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
}

test.each(withBody)(
  'call %s refuses a changed example "%s" if, and only if, the document does',
  async (id, _, call) => {
    const { path, query, contentType } = call;
    const violationsOf = createRequestValidator(id);
    const differences: string[] = [];

    for (const { at, value } of variantsOf(call.body)) {
      const { escrow, sent } = createObservedClient({ '*': { body: {} } });
      const error = await callById(escrow, id, { path, query, body: value }).catch((error) => error);
      const body = bodyToJudge(sent, contentType, value);
      const isRefusedByDocument = violationsOf({ path, query, body }).length > 0;
      // The document allows an empty list of milestones or parties; the client refuses it.
      if (String(error).includes('must not be empty')) continue;
      // No schema can say that amounts add up.
      const isRefused = sent.length === 0 && !String(error).includes('PARTY-4');
      if (isRefused !== isRefusedByDocument) differences.push(at);
    }

    expect(differences).toEqual([]);
  },
);

test('whoever breaks a pattern reads what to write', () => {
  const checks = readFileSync(new URL('../src/generated/service.ts', import.meta.url), 'utf8');

  const before = checks.split(/\bpattern: \//).slice(0, -1);

  expect(before.length).toBeGreaterThan(5);
  for (const text of before) expect(text.slice(text.lastIndexOf('kit.text('))).toContain('remedy:');
});

const page = readFileSync(new URL('../../../docs/guide/hosts-and-tokens.md', import.meta.url), 'utf8');

test.each(hostNames)('the guide lists the operations of %s', (host) => {
  const [, cell = ''] = new RegExp(`^\\| \`${host}\` +\\| (.*) \\|$`, 'm').exec(page) ?? [];
  const listed = [...cell.matchAll(/`(\w+)`/g)].map(([, id]) => id);

  expect(listed).toEqual(operations.filter((operation) => operation.host === host).map(({ id }) => id));
});
