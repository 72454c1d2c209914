import { randomUUID } from 'node:crypto';
import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import {
  addOptions,
  CommandLineError,
  createProgram,
  overlayOption,
  runProgram,
} from '@escrow-kit/shared/command-line';
import { createFolder } from '@escrow-kit/shared/create-folder';
import { Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { RefusedError } from './refused-error.ts';
import { describeMissingTools } from './tools.ts';

const exitCodes =
  'Exit codes: 0 if the files were written; 1 if the folder or the installed packages do not allow it; 2 if the command line or an overlay is wrong.';

const options = [
  overlayOption('an OpenAPI Overlay 1.0 of what differs in your deployment; may be repeated'),
  new Option('--out <folder>', 'where to write, such as src/escrow'),
];

/** Runs `escrow-kit-client` with these arguments and the environment, and returns the exit code. */
export async function runGenerate(args: string[]): Promise<number> {
  const program = createProgram({
    name: 'escrow-kit-client',
    manifest,
    description: 'Generates code for your deployment of the Escrow Contract Service.',
    notes: exitCodes,
  });
  const command = program
    .command('generate')
    .description('Writes index.ts and schema.ts: types, operations and checks of your deployment of the service.')
    .addHelpText('after', `\n${exitCodes}`)
    .action(({ out }: { out?: string }) => generate(args, out));
  addOptions(command, options);
  return runProgram(program, args);
}

async function generate(args: string[], out: string | undefined): Promise<void> {
  if (!out) throw new CommandLineError('--out is missing: name the folder to write into, such as --out src/escrow.');
  const missing = await describeMissingTools();
  if (missing) throw new RefusedError(missing);
  const { findOverlayFiles, useOverlays } = await import('@escrow-kit/spec/overlay');
  const overlays = findOverlayFiles(args, process.env);
  await useOverlays(overlays);
  // Reads the document, so it is loaded only now.
  const { projectFiles } = await import('./project-files.ts');
  const { files, unchecked } = projectFiles(overlays.map((file) => basename(file)));
  await writeAll(out, files).catch((error: NodeJS.ErrnoException) => {
    // Errors of the system have one; any other is a bug.
    if (!error.syscall) throw error;
    throw new RefusedError(`--out: ${out} can't be written (${error.code}). Name a folder that you may write.`);
  });
  const written = Object.keys(files).map((name) => join(out, name));
  process.stdout.write(`Wrote ${written.join(' and ')}.\n`);
  for (const what of unchecked) {
    process.stdout.write(`Not checked before a call is sent; the service decides: ${what}.\n`);
  }
}

/** Writes all files, or none if one of them is not this command's. */
async function writeAll(folder: string, files: Record<string, string>): Promise<void> {
  const { header } = await import('./project-files.ts');
  for (const name of Object.keys(files)) {
    const path = join(folder, name);
    const before = await readIfThere(path);
    if (before !== undefined && !before.startsWith(header)) {
      throw new RefusedError(
        `${relative('.', path)} was not written by this command, and nothing was: move it, or choose another --out.`,
      );
    }
  }
  await createFolder(folder);
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    const draft = `${path}.${randomUUID()}`;
    try {
      await writeFile(draft, text, { flag: 'wx' });
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    if ((await lstat(path)).isSymbolicLink()) {
      throw new RefusedError(`${relative('.', path)} is a symbolic link, and nothing was written: remove it.`);
    }
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new RefusedError(`${relative('.', path)} can not be read: ${(error as Error).message}`);
  }
}
