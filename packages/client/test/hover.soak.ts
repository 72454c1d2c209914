import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

// What an editor shows for the exports of the package and their members, by TypeScript.

/** The modules of the package, by their published names. */
const entryPoints = Object.entries(manifest.exports)
  .filter(([name, file]) => name in manifest.publishConfig.exports && file.endsWith('.ts'))
  .map(([, file]) => fileURLToPath(new URL(`../${file}`, import.meta.url)));

let program: ts.Program;
let checker: ts.TypeChecker;

beforeAll(() => {
  program = ts.createProgram(entryPoints, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    lib: ['lib.es2023.d.ts'],
  });
  checker = program.getTypeChecker();
});

test.each(entryPoints)(
  'all exports of %s and their members have descriptions, without names of generated types',
  (file) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} is not a module.`);

    const exported = checker.getExportsOfModule(module).map(unaliased);
    const named = exported.filter(({ name }) => !typesOfPaths.has(name));
    const shown = named.flatMap((symbol) => [symbol, ...membersOf(symbol)]);

    expect(named).not.toEqual([]);
    expect(shown.filter((symbol) => !isDescribed(symbol)).map(({ name }) => name)).toEqual([]);
    expect(shown.map(typeTextOf).filter((text) => /(components|operations)\[/.test(text))).toEqual([]);
  },
);

/** Types in the form of openapi-typescript, for users who build on it. */
const typesOfPaths = new Set(['components', 'operations', 'paths']);

const unaliased = (symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

const typeTextOf = (symbol: ts.Symbol): string => checker.typeToString(checker.getTypeOfSymbol(symbol));

/** The members of a type that a program may read or write and that this package declares. */
function membersOf(symbol: ts.Symbol): ts.Symbol[] {
  if (!(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias))) return [];
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const members = (type.isUnion() ? type.types : [type]).flatMap((each) => checker.getPropertiesOfType(each));
  return members.filter((member) => /^[a-z]/i.test(member.name) && isOurs(member) && !isLeftOut(member));
}

const isOurs = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((declaration) =>
    /\/packages\/client\/src\/(?!generated\/schema)/.test(declaration.getSourceFile().fileName),
  );

/** Whether a member exists only to forbid it. */
const isLeftOut = (member: ts.Symbol): boolean =>
  Boolean(checker.getNonNullableType(checker.getTypeOfSymbol(member)).flags & ts.TypeFlags.Never);

const isDescribed = (symbol: ts.Symbol): boolean => symbol.getDocumentationComment(checker).length > 0;
