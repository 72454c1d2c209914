import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { vi } from 'vitest';

const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const generator = new URL('../../generate/run-command.ts', import.meta.url);
const compiler = join(
  dirname(createRequire(new URL('../../../../package.json', import.meta.url)).resolve('typescript/package.json')),
  'bin/tsc',
);

/** A temporary project, each of whose folders is a program for one deployment. */
export interface Project {
  folder: string;
  /** Runs `generate` with overlays for folders, all in one process, which has one document. Returns what it printed, with exit codes. */
  generate(...runs: [overlays: string[], folder: string][]): Promise<string>;
  write(file: string, text: string): void;
  read(file: string): string;
  /** Compiles a folder, strict in every respect. Returns the errors. */
  compile(program: string): Promise<string>;
  /** Runs a program in this process, and returns what it logged. */
  run(file: string, baseUrl?: string): Promise<string[]>;
  remove(): Promise<void>;
}

/** Creates a temporary project in which the client is installed. Its types, as they are published, are there once something is compiled. */
export async function createProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'deployment-'));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  install(folder, write);
  let types: Promise<unknown> | undefined;
  write('package.json', JSON.stringify({ type: 'module' }));
  let runs = 0;
  return {
    folder,
    write,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    generate(...runs) {
      const fileOf = (name: string) => fileURLToPath(new URL(`${name}.overlay.yaml`, import.meta.url));
      const commands = runs.map(([overlays, out]) => [
        ...['generate', '--out', out],
        ...overlays.flatMap((name) => ['--overlay', fileOf(name)]),
      ]);
      write(
        'generate.js',
        `import { runCommand } from '${generator}';
        for (const command of ${JSON.stringify(commands)}) console.log('Exit code ' + (await runCommand(command)));`,
      );
      return runNode(folder, 'generate.js');
    },
    async compile(program) {
      types ??= emitTypes(folder, write);
      await types;
      write(`${program}/tsconfig.json`, JSON.stringify({ compilerOptions: strictOptions }));
      return runNode(folder, compiler, '--checkers', '1', '-p', program);
    },
    async run(file, baseUrl) {
      vi.stubEnv('ESCROW_URL', baseUrl);
      const log = vi.spyOn(console, 'log').mockImplementation(() => {});
      try {
        await import(`${pathToFileURL(join(folder, file))}?${++runs}`);
        return log.mock.calls.flat();
      } finally {
        log.mockRestore();
        vi.unstubAllEnvs();
      }
    },
    remove: () => rm(folder, { recursive: true }),
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

const client = 'node_modules/@escrow-kit/client';

/** Emits the declarations of the client's sources, as a build does. */
function emitTypes(folder: string, write: Project['write']): Promise<string> {
  const options = { noCheck: true, declaration: true, emitDeclarationOnly: true, noEmit: false };
  const paths = { rootDir: packageFolder, outDir: join(folder, client) };
  const include = [join(packageFolder, 'src')];
  const config = { extends: join(packageFolder, 'tsconfig.json'), compilerOptions: { ...options, ...paths }, include };
  write('tsconfig.emit.json', JSON.stringify(config));
  return runNode(folder, compiler, '--checkers', '1', '-p', 'tsconfig.emit.json');
}

/** Writes modules that lead to the client's sources. */
function install(folder: string, write: Project['write']): void {
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

/** Runs Node without the overlays of the environment, and returns what it printed. */
export async function runNode(cwd: string, ...args: string[]): Promise<string> {
  const { ESCROW_OVERLAY: _, ...env } = process.env;
  const run = promisify(execFile)(process.execPath, args, { cwd, env });
  const { stdout, stderr } = await run.catch((failure: { stdout: string; stderr: string }) => failure);
  return stdout + stderr;
}
