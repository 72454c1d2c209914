import { fileURLToPath } from 'node:url';
import ts from 'typescript-6';
import { beforeAll, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

// What an editor shows for the names with a bar before them in programs that use the client, by TypeScript's language service.

const program = `
import { createEscrowClient, isApiError, isEscrowError, type MilestoneToOpen } from '../src/index.ts';
import { createMemoryJournal } from '../src/journals/memory-journal.ts';
const escrow = |createEscrowClient({ |baseUrl: 'x', |tokens: { apiKey: 'k' }, |retry: { |max: 0 }, |checkoutHosts: ['https://x.test'] });
const journal = |createMemoryJournal();
const milestone: MilestoneToOpen = { title: 'All', |price: 1, |commission: { rate: 0.1 }, |deadline: '2030-01-01T00:00:00Z', |buyer: '+966500000001', |seller: [{ |phoneNumber: '+966500000002', |rate: 1 }] };
const opened = await escrow.|flows.|openContract(
  {
    |title: 'Order 1001', |currency: 'SAR', |broker: '+966500000003',
    |milestones: [milestone],
  },
  { |key: 'order-1', |journal, |onStep: (progress) => console.log(progress.|step, progress.|status) },
);
opened.|contractId;
const account = { iban: '', currency: 'SAR', beneficiaryName: '', nationalId: '' };
await escrow.flows.|onboardCustomer({ |phoneNumber: '+9665', |bankAccount: account }, { key: 'k', journal });
const paid = await escrow.flows.|checkout({ |milestoneId: 'm', |buyer: '+9665', |returnUrl: 'x' });
paid.|redirectUrl;
const registered = await escrow.|customers.|register({ |firstName: 'Sara' }, { |timeoutInMs: 1, |checks: 'none' });
registered.|serviceUserId;
const created = await escrow.|contracts.|create({ contractClassification: 'BASIC', currency: 'SAR', returnPolicy: 'NO_RETURN', returnFeePayee: 'PROVIDER', serviceTermsAccepted: true, itemDetail: { title: 'Order', description: 'A table' } });
created.|status;
const answer = await escrow.|hosts.auth.POST('/api/external/profiles/{serviceUserId}/addresses', {
  params: { path: { |serviceUserId: 1001 } },
  body: { addressLabel: 'HOME', countryCode: 'SA' },
  |headers: {},
  |timeoutInMs: 5_000,
});
answer.data;
await escrow.contracts.|addParties('c', { m: [{ |role: 'PROVIDER', |phoneNumber: '+966500000001', |amount: 1 }] });
await escrow.flows.openContract({} as never, { key: 'k', journal, resolve: { |step: 'addParties', |revision: 3, |outcome: 'not-sent' } });
try {
} catch (error) {
  if (isEscrowError(error, 'rule_violation')) error.|violations[0]?.|remedy;
  if (isEscrowError(error)) [error.|code, error.|outcome, error.|attempts, error.|operationId, error.|host];
  if (|isApiError(error, 'requestTicket', 400)) [error.|body.|error, error.|headers, error.|requestId, error.|status];
  if (|isEscrowError(error, 'step_pending')) [error.|step, error.|revision, error.|doneSteps];
}
`;

const path = fileURLToPath(new URL('hover-program.ts', import.meta.url));
const text = program.replaceAll('|', '');

const pathWithFault = fileURLToPath(new URL('hover-fault.ts', import.meta.url));
const programWithFault = `
import type { Party } from '../src/index.ts';
export const party: Party = { role: 'PROVIDER', phoneNumber: '+966500000001', amount: 1, isSender: false };
`;

/** The programs, which exist only in memory. */
const texts = new Map([
  [path, text],
  [pathWithFault, programWithFault],
]);
/** The positions of the marked names, by name and occurrence. */
const marks = [...program.matchAll(/\|(\w+)/g)].map(({ 1: name = '', index }, count) => ({
  name,
  position: index - count,
}));

/** The modules of the package, by their published names. */
const entryPoints = Object.values(manifest.exports)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => fileURLToPath(new URL(`../${file}`, import.meta.url)));

let service: ts.LanguageService;
let messages: (string | ts.DiagnosticMessageChain)[];

beforeAll(() => {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
  };
  const read = (file: string) => texts.get(file) ?? ts.sys.readFile(file);
  service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...texts.keys(), ...entryPoints],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const content = read(file);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => fileURLToPath(new URL('..', import.meta.url)),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => texts.has(file) || ts.sys.fileExists(file),
    readFile: read,
  });
  // Reads all modules, which takes most of the time.
  messages = service.getSemanticDiagnostics(path).map(({ messageText }) => messageText);
});

test('the program compiles', () => {
  expect(messages).toEqual([]);
});

test('PARTY-3 for a PROVIDER with isSender, the compiler says to leave it out', () => {
  const [error] = service.getSemanticDiagnostics(pathWithFault);

  expect(ts.flattenDiagnosticMessageText(error?.messageText, '\n')).toContain('LeaveItOut');
});

test.each(marks)('$name at $position has a description without names of generated types', ({ position }) => {
  const { displayParts, documentation } = service.getQuickInfoAtPosition(path, position) ?? {};

  expect(ts.displayPartsToString(documentation)).not.toBe('');
  expect(ts.displayPartsToString(displayParts)).not.toContain('components[');
  expect(ts.displayPartsToString(displayParts)).not.toContain('operations[');
});

test.each(entryPoints)('all exports of %s and their members have descriptions', (file) => {
  const program = service.getProgram();
  const source = program?.getSourceFile(file);
  const checker = program?.getTypeChecker();
  const module = source && checker?.getSymbolAtLocation(source);
  if (!module || !checker) throw new Error(`${file} is not a module.`);

  const exported = checker.getExportsOfModule(module).map((symbol) => unaliased(symbol, checker));
  const named = exported.filter(({ name }) => !typesOfPaths.has(name));
  const mute = named
    .flatMap((symbol) => [symbol, ...membersOf(symbol, checker)])
    .filter((symbol) => !isDescribed(symbol, checker));

  expect(named).not.toEqual([]);
  expect(mute.map(({ name }) => name)).toEqual([]);
});

/** Types in the form of openapi-typescript, for users who build on it. */
const typesOfPaths = new Set(['components', 'operations', 'paths']);

const unaliased = (symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** The members of a type that a program may read or write and that this package declares. */
function membersOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol[] {
  if (!(symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class | ts.SymbolFlags.TypeAlias))) return [];
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const members = (type.isUnion() ? type.types : [type]).flatMap((each) => checker.getPropertiesOfType(each));
  return members.filter((member) => /^[a-z]/i.test(member.name) && isOurs(member) && !isLeftOut(member, checker));
}

const isOurs = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((declaration) => declaration.getSourceFile().fileName.includes('/packages/client/src/'));

/** Whether a member exists only to forbid it. */
const isLeftOut = (member: ts.Symbol, checker: ts.TypeChecker): boolean =>
  Boolean(checker.getNonNullableType(checker.getTypeOfSymbol(member)).flags & ts.TypeFlags.Never);

const isDescribed = (symbol: ts.Symbol, checker: ts.TypeChecker): boolean =>
  symbol.getDocumentationComment(checker).length > 0;
