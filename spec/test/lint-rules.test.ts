import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Example, OpenApiDocument, Schema } from '../src/index.ts';
import { changed, operation, part } from './bundle-copy.ts';

interface LintCase {
  name: string;
  rule: string;
  change: (document: OpenApiDocument) => void;
}

const schema = (name: string, document: OpenApiDocument): Schema => part(`#/components/schemas/${name}`, document);

const missingTokenExample = (document: OpenApiDocument): Example =>
  part('#/components/responses/MissingToken/content/application~1json/examples/missingToken', document);

function eachXRules(node: unknown, change: (holder: Schema) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if ('x-rules' in node) change(node as Schema);
  for (const value of Object.values(node)) eachXRules(value, change);
}

const cases: LintCase[] = [
  {
    name: 'no-security',
    rule: 'explicit-operation',
    change: (document) => {
      Reflect.deleteProperty(operation('createPayment', document), 'security');
    },
  },
  {
    name: 'snake-case-operation-id',
    rule: 'explicit-operation',
    change: (document) => {
      operation('createPayment', document).operationId = 'create_payment';
    },
  },
  {
    name: 'unknown-rule-id',
    rule: 'known-rules',
    change: (document) => {
      operation('createPayment', document)['x-rules'] = ['PARTY-99'];
    },
  },
  {
    name: 'empty-rule-ids',
    rule: 'known-rules',
    change: (document) => {
      schema('Party', document)['x-rules'] = [];
    },
  },
  {
    name: 'unknown-constraint-id',
    rule: 'known-rules',
    change: (document) => {
      schema('BankAccount', document)['x-constraints'] = { required: 'BANK-99z' };
    },
  },
  {
    name: 'required-without-basis',
    rule: 'known-basis',
    change: (document) => {
      schema('RegisterCustomerRequest', document).required = ['phoneNumber'];
    },
  },
  {
    name: 'pattern-without-rule',
    rule: 'known-basis',
    change: (document) => {
      schema('CreatePaymentRequest', document).properties = { amount: { pattern: '^1' } };
      Reflect.deleteProperty(schema('CreatePaymentRequest', document), 'x-rules');
    },
  },
  {
    name: 'required-parameter-without-basis',
    rule: 'known-basis',
    change: (document) => {
      for (const parameter of operation('startPayment', document).parameters ?? []) {
        Reflect.deleteProperty(parameter, 'x-constraints');
      }
    },
  },
  {
    name: 'constraint-of-no-keyword',
    rule: 'known-basis',
    change: (document) => {
      schema('ItemDetail', document)['x-constraints'] = { required: 'CONTRACT-1b', pattern: 'CONTRACT-1b' };
    },
  },
  {
    name: 'unstated-rule',
    rule: 'every-rule-stated',
    change: (document) =>
      eachXRules(document, (holder) => {
        holder['x-rules'] = holder['x-rules']?.map((id) => (id === 'PARTY-3' ? 'PARTY-0' : id)) ?? [];
      }),
  },
  {
    name: 'path-on-two-hosts',
    rule: 'unique-route',
    change: (document) => {
      const path = document.paths['/payments/{id}'];
      if (path) document.paths['/payments/{paymentId}'] = path;
    },
  },
  {
    name: 'no-server',
    rule: 'one-server',
    change: (document) => {
      Reflect.deleteProperty(document.paths['/payments'] ?? {}, 'servers');
    },
  },
  {
    name: 'server-without-host',
    rule: 'one-server',
    change: (document) => {
      for (const server of document.paths['/payments']?.servers ?? []) Reflect.deleteProperty(server, 'x-host');
    },
  },
  {
    name: 'no-retry-class',
    rule: 'retry-class',
    change: (document) => {
      delete operation('getPayment', document)['x-retry'];
    },
  },
  {
    name: 'repeatable-write',
    rule: 'retry-class',
    change: (document) => {
      operation('addBankAccount', document)['x-retry'] = 'repeatable';
    },
  },
  {
    name: 'deprecated-without-replacement',
    rule: 'deprecation',
    change: (document) => {
      delete operation('legacySignUp', document)['x-replaced-by'];
    },
  },
  {
    name: 'replacement-without-deprecation',
    rule: 'deprecation',
    change: (document) => {
      operation('createVirtualIban', document)['x-replaced-by'] = 'startPayment';
    },
  },
  {
    name: 'unknown-replacement',
    rule: 'deprecation',
    change: (document) => {
      operation('legacySignUp', document)['x-replaced-by'] = 'noSuchOperation';
    },
  },
  {
    name: 'unmarked-secret',
    rule: 'sensitive-properties',
    change: (document) => {
      Reflect.deleteProperty(schema('Ticket', document).properties?.['ticket'] ?? {}, 'x-sensitive');
    },
  },
  {
    name: 'unmarked-referenced-phone',
    rule: 'sensitive-properties',
    change: (document) => {
      Reflect.deleteProperty(schema('PhoneNumber', document), 'x-sensitive');
    },
  },
  {
    name: 'no-examples',
    rule: 'named-examples',
    change: (document) => {
      const response = part<{ content: Record<string, object> }>('#/components/responses/UserNotFound', document);
      Reflect.deleteProperty(response.content['application/json'] ?? {}, 'examples');
    },
  },
  {
    name: 'refusal-example-without-rule',
    rule: 'refusal-examples',
    change: (document) => {
      delete missingTokenExample(document)['x-rules'];
    },
  },
  {
    name: 'invented-limit',
    rule: 'no-invented-limits',
    change: (document) => {
      schema('ItemDetail', document)['maxLength'] = 100;
    },
  },
];

/** The name of the document for a case. In `npm test` the n-th cases of all rules share one, because linting a document is slow. */
function documentOf({ name, rule }: LintCase): string {
  if (isSoak) return name;
  const casesOfRule = cases.filter((other) => other.rule === rule);
  return `case-${casesOfRule.findIndex((other) => other.name === name)}`;
}

const folder = mkdtempSync(join(tmpdir(), 'escrow-kit-lint-'));
const found = new Map<string, string[]>();

beforeAll(() => {
  const documents = new Map([['unchanged', changed(() => undefined)]]);
  for (const lintCase of cases) {
    const name = documentOf(lintCase);
    const document = documents.get(name) ?? changed(() => undefined);
    lintCase.change(document);
    documents.set(name, document);
  }
  for (const [name, document] of documents) writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
  const files = [...documents.keys()].map((name) => join(folder, `${name}.json`));
  // This format has one line for each problem.
  const options = ['--config', 'redocly.yaml', '--format', 'github-actions'];
  const { stdout } = spawnSync('redocly', ['lint', ...files, ...options], { encoding: 'utf8' });
  for (const [, rule = '', name = ''] of stdout.matchAll(/^::error title=([^,]+),file=[^,]*?([^/,]+)\.json,/gm)) {
    found.set(name, [...(found.get(name) ?? []), rule]);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('lint rules', () => {
  test.for(cases)('$rule catches $name', (lintCase) => {
    expect(found.get(documentOf(lintCase))).toContain(`escrow-kit/${lintCase.rule}`);
  });

  test('the document itself has no problem', () => {
    expect(found.get('unchanged')).toBeUndefined();
  });
});
