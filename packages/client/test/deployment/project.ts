import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const command = fileURLToPath(new URL('../../generate/command.ts', import.meta.url));
const compiler = join(
  dirname(createRequire(new URL('../../../../package.json', import.meta.url)).resolve('typescript/package.json')),
  'bin/tsc',
);

/** A temporary project, each of whose folders is a program for one deployment. */
export interface Project extends AsyncDisposable {
  folder: string;
  /** Runs `generate`, without overlays of the environment. */
  generate(...args: string[]): Promise<Ended>;
  write(file: string, text: string): void;
  read(file: string): string;
  /** Compiles a folder, strict in every respect. */
  compile(program: string): Promise<Ended>;
  /** Runs a program of it. */
  run(file: string, environment: Record<string, string>): Promise<Ended>;
}

/** A process that has ended. */
interface Ended {
  exitCode: number;
  printed: string;
}

/** Creates a temporary project in which the client is installed, with its types as they are published. */
export async function createProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'deployment-'));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  await install(folder, write);
  write('package.json', JSON.stringify({ type: 'module' }));
  return {
    folder,
    write,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    generate: (...args) => runNode({ cwd: folder }, command, 'generate', ...args),
    compile(program) {
      write(`${program}/tsconfig.json`, JSON.stringify({ compilerOptions: strictOptions }));
      return runNode({ cwd: folder }, compiler, '-p', program);
    },
    run: (file, environment) => runNode({ cwd: folder, environment }, file),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

const strictOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  // The types of packages are checked, too.
  skipDefaultLibCheck: true,
  target: 'ES2023',
  module: 'NodeNext',
  types: ['node'],
  typeRoots: [join(packageFolder, 'node_modules/@types')],
};

/** Emits the declarations of the client's sources, as a build does, beside modules that lead to the sources. */
async function install(folder: string, write: Project['write']): Promise<void> {
  const client = 'node_modules/@escrow-kit/client';
  const options = { noCheck: true, declaration: true, emitDeclarationOnly: true, noEmit: false };
  const paths = { rootDir: packageFolder, outDir: join(folder, client) };
  const include = [join(packageFolder, 'src')];
  const config = { extends: join(packageFolder, 'tsconfig.json'), compilerOptions: { ...options, ...paths }, include };
  write('tsconfig.emit.json', JSON.stringify(config));
  await runNode({ cwd: folder }, compiler, '-p', 'tsconfig.emit.json');
  const entry = (source: string): object => {
    const url = pathToFileURL(join(packageFolder, `${source}.ts`));
    write(`${client}/${source}.js`, `export * from '${url}';`);
    return { types: `./${source}.d.ts`, default: `./${source}.js` };
  };
  const exports = {
    '.': entry('src/index'),
    './memory': entry('src/journals/memory-journal'),
    './file': entry('src/journals/file-journal'),
    './deployment': entry('src/deployment'),
    './define-flow': entry('src/define-flow'),
  };
  write(`${client}/package.json`, JSON.stringify({ name: '@escrow-kit/client', type: 'module', exports }));
  symlinkSync(join(packageFolder, 'node_modules/openapi-fetch'), join(folder, 'node_modules/openapi-fetch'));
}

const runNode = (
  { cwd, environment }: { cwd: string; environment?: Record<string, string> },
  ...args: string[]
): Promise<Ended> =>
  new Promise((resolve) => {
    const { ESCROW_OVERLAY: _, ...env } = process.env;
    const child = execFile(process.execPath, args, { cwd, env: { ...env, ...environment } }, (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, printed: stdout + stderr }),
    );
  });
