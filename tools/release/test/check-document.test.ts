import type { OpenApiDocument } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { createRepository } from './example-repository.ts';

/** Where a value of the document changes, and the new one: undefined removes it. */
type Edit = [path: string, value?: unknown];

type Node = Record<string, unknown>;

const user = 'paths > /users/{userId} > get';
const header = 'x-webhooks > contractEvent > post > parameters';
const schemas = 'components > schemas';
const text = { type: 'string' };

// Redocly rates the changes. The cases are what our comparison adds to it, and few of redocly's own.
const compatibleEdits: Edit[] = [
  [`${schemas} > LinkUserRequest > properties > nickname`, text],
  [`${header} > 1`, { name: 'Other', in: 'header', required: false, schema: text }],
  // The width of an integer, which is for generators only.
  [`${schemas} > RegisteredCustomer > properties > serviceUserId > format`],
  // Other refusals, written as a range.
  [`${user} > responses > 4XX`, { $ref: '#/components/responses/OtherRefusal' }],
  [`${user} > responses > default`],
];

/** By a part of the sentence that reports it and the end of its pointer. */
const breakingEdits: [complaint: string, at: string, ...Edit][] = [
  ['GET /users/{userId}', '/get', user],
  ['referenceId', '/referenceId', `${schemas} > PaidContractEvent > properties > referenceId`],
  ['not', '/currency/not', `${schemas} > MilestoneRequest > not > anyOf > 3`, { required: ['currency'] }],
  ['x-token', '/apiKey', 'components > securitySchemes > apiKey > x-token', 'organization'],
  ['x-host', '/servers/0', 'paths > /users/link > servers > 0 > x-host', 'auth'],
  ['x-fixed', '/type', `${schemas} > ParentContractRequest > properties > type > x-fixed`],
  ['x-sensitive', '/ticket', `${schemas} > Ticket > properties > ticket > x-sensitive`],
  ['x-retry', '~1link/post', 'paths > /users/link > post > x-retry', 'never'],
  ['`name` of a Parameter', '/parameters/0', `${header} > 0 > name`, 'X-Signature'],
  ['`required` of a Parameter', '/parameters/0', `${header} > 0 > required`, false],
];

/** Throws if there is nothing to remove, because the edit would have no effect. */
function edit(document: OpenApiDocument, edits: Edit[]): void {
  for (const [path, value] of edits) {
    const keys = path.split(' > ');
    const last = keys.pop() as string;
    let parent = document as unknown as Node;
    for (const key of keys) parent = parent[key] as Node;
    if (value !== undefined) parent[last] = value;
    else if (last in parent) delete parent[last];
    else throw new Error(`The document has no ${path}.`);
  }
}

test('VERSION-1 nothing can break before the first release, but an unreadable changeset fails the build', async () => {
  const repository = createRepository({ isReleased: false });

  const first = await repository.run('check-document');
  repository.write('.changeset/odd.md', "---\n\n## '@escrow-kit/spec': minor\n\nA change.\n");
  const second = await repository.run('check-document');

  expect(first).toMatchObject({ exitCode: 0, output: 'No document has been released, so nothing can break.\n' });
  expect(second).toMatchObject({ exitCode: 1, output: expect.stringContaining('changeset') });
});

test('VERSION-1 compatible changes pass without a changeset', async () => {
  const repository = createRepository({ isReleased: true });
  repository.changeDocument((document) => edit(document, compatibleEdits));

  const { exitCode, output } = await repository.run('check-document');

  expect(output).toContain('breaks nothing');
  expect(exitCode).toBe(0);
});

test('VERSION-1 each breaking change is reported, and fails the build without a major changeset', async () => {
  const repository = createRepository({ isReleased: true });
  repository.changeDocument((document) =>
    edit(
      document,
      breakingEdits.map(([, , ...each]) => each),
    ),
  );
  repository.addChangeset('minor');
  repository.addChangeset('major', 'other');

  const { exitCode, output } = await repository.run('check-document');

  const reported = [...output.matchAll(/^ {2}(\S.*)\n {4}at (.*)$/gm)].map(([, complaint, at]) => [complaint, at]);
  const expected = breakingEdits.map(([complaint, at]) => [
    expect.stringContaining(complaint),
    expect.stringMatching(new RegExp(`${at}$`)),
  ]);
  expect(reported).toEqual(expect.arrayContaining(expected));
  expect(reported).toHaveLength(expected.length);
  expect(output).toContain('pnpm changeset');
  expect(exitCode).toBe(1);
});

test('VERSION-1 a removed webhook header is reported as well; a major changeset announces it', async () => {
  const repository = createRepository({ isReleased: true });
  repository.changeDocument((document) => edit(document, [[header, []]]));
  repository.addChangeset('major');

  const { exitCode, output } = await repository.run('check-document');

  expect(output).toContain('A Parameter was removed.');
  expect(output).toContain('A pending changeset announces it');
  expect(exitCode).toBe(0);
});
