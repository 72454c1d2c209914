import { readdir, readFile } from 'node:fs/promises';
import { ts } from '@escrow-kit/schema-types';
import { expect, test } from 'vitest';

// What an editor shows of a method or an option is the comment that stands with it.

const source = new URL('../src/', import.meta.url);
const resources = (await readdir(new URL('resources', source))).map((name) => `resources/${name}`);
const tokens = ['tokens/token-source.ts', 'tokens/token-cache.ts'];
const files = [
  ...resources,
  ...tokens,
  'observation/hooks.ts',
  'observation/observer.ts',
  'options.ts',
  'create-escrow-client.ts',
  'transport/call-options.ts',
  'transport/retry.ts',
  // Bodies and answers have their comments from the document.
  'generated/schema.ts',
];

/** The members of exported interfaces that have no comment, as `Interface.member`. */
function undocumentedIn(text: string): string[] {
  const file = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const interfaces = file.statements.filter(ts.isInterfaceDeclaration).filter(isPublic);
  return interfaces.flatMap(({ name, members }) =>
    members
      .filter((member) => !ts.isIndexSignatureDeclaration(member) && !hasComment(member))
      .map((member) => `${name.text}.${member.name?.getText(file)}`),
  );
}

const hasComment = (node: ts.Node): boolean => ts.getJSDocCommentsAndTags(node).length > 0;

const isPublic = ({ modifiers, name }: ts.InterfaceDeclaration): boolean =>
  modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true && !inner.has(name.text);

/** Not for callers, and not exported by the package. */
const inner = new Set(['CallDefaults', 'ClientSettings', 'components', 'operations', 'paths']);

test.each(files)('every method and option of %s says what it is', async (name) => {
  const text = await readFile(new URL(name, source), 'utf8');

  expect(undocumentedIn(text)).toEqual([]);
  expect(text).not.toContain("components['schemas']");
});

test('a member without a comment is found', () => {
  expect(undocumentedIn('export interface Options {\n  /** Said. */\n  a: string;\n  b: number;\n}')).toEqual([
    'Options.b',
  ]);
});
