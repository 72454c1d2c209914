import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../src/release/publishable-packages.ts';
import { type CommandResult, tryCommand } from './support/run-command.ts';

/** Where a value of the document changes, and the new one: undefined removes it. */
type Edit = [path: string, value?: unknown];

const documentFile = 'spec/openapi.bundle.json';
const checkDocument = join(repositoryFolder, 'tools/src/release/check-document.ts');

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
  ['paths > /contracts/{id} > get > responses > 4XX', { $ref: '#/components/responses/OtherRefusal' }],
  ['paths > /contracts/{id} > get > responses > default'],
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

test('VERSION-1 each breaking change is reported, no compatible one is, and only a major changeset lets it pass', async () => {
  const edits = [...compatibleEdits, ...breakingEdits.map(([, , ...edit]): Edit => edit)];
  const repository = createRepository(edits);
  repository.write('.changeset/other.md', "---\n'@escrow-kit/spec': minor\n'other': major\n---\n\nA change.\n");

  const { exitCode, output } = await repository.check();

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
  const repository = createRepository([[header, []]]);
  repository.write('.changeset/major.md', "---\n'@escrow-kit/spec': major\n---\n\nA change.\n");

  const { exitCode, output } = await repository.check();

  expect(output).toContain('A Parameter was removed.');
  expect(output).toContain('A pending changeset announces them');
  expect(exitCode).toBe(0);
});

interface ExampleRepository {
  write(file: string, content: string): void;
  check(): Promise<CommandResult>;
}

/** Creates a repository whose last release has the document of this workspace, and which has edited it since. */
function createRepository(edits: Edit[]): ExampleRepository {
  const folder = temporaryFolder();
  const write = (file: string, content: string) => writeFileSync(join(folder, file), content);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: folder });
  for (const name of ['.changeset', 'spec', 'other']) mkdirSync(join(folder, name));
  write('pnpm-workspace.yaml', 'packages: [spec, other]\n');
  write('package.json', '{"name":"example","private":true}');
  write('spec/package.json', '{"name":"@escrow-kit/spec","version":"0.1.0"}');
  write('other/package.json', '{"name":"other","version":"0.1.0"}');
  const document = JSON.parse(readFileSync(join(repositoryFolder, documentFile), 'utf8'));
  write(documentFile, JSON.stringify(document));
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'The release');
  git('tag', '@escrow-kit/spec@0.1.0');
  for (const edit of edits) apply(document, edit);
  write(documentFile, JSON.stringify(document));
  const check = () => tryCommand('node', [checkDocument, folder], { cwd: folder, env: process.env });
  return { write, check };
}

/** Throws if there is nothing to remove, because the edit would have no effect. */
function apply(document: Record<string, unknown>, [path, value]: Edit): void {
  const keys = path.split(' > ');
  const last = keys.pop() as string;
  const parent = keys.reduce((node, key) => node[key] as Record<string, unknown>, document);
  if (value !== undefined) parent[last] = value;
  else if (last in parent) delete parent[last];
  else throw new Error(`The document has no ${path}.`);
}
