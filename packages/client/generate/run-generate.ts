import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
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
  const { findOverlayFiles, useOverlays } = await loadTools();
  const overlays = findOverlayFiles(args, process.env);
  await useOverlays(overlays);
  // Reads the document, so it is loaded only now.
  const { header, projectFiles } = await import('./project-files.ts');
  const { files, unchecked } = await projectFiles(overlays.map((file) => basename(file)));
  const texts = Object.entries(files).map(([name, text]) => [join(out, name), text] as const);
  for (const [path] of texts) await refuseForeign(path, header);
  try {
    await createFolder(out);
    for (const [path, text] of texts) {
      // A link is replaced, not followed.
      await rm(path, { force: true });
      await writeFile(path, text, { flag: 'wx' });
    }
  } catch (error) {
    throw notWritten(out, error);
  }
  process.stdout.write(`Wrote ${texts.map(([path]) => path).join(' and ')}.\n`);
  for (const what of unchecked) {
    process.stdout.write(`Not checked before a call is sent; the service decides: ${what}.\n`);
  }
}

/** Loads what the command needs and a client does not. */
async function loadTools() {
  try {
    // Fails beside TypeScript 7, too, which has no API.
    await import('openapi-typescript');
    return await import('@escrow-kit/spec/overlay');
  } catch (cause) {
    const remedy = 'npm install --save-dev @escrow-kit/spec openapi-typescript@7 typescript@5';
    const message = `generate needs packages that a client does without. Run: ${remedy}`;
    throw new CommandLineError(message, { exitCode: 1, cause });
  }
}

/** Throws if there is a file that this command did not write. */
async function refuseForeign(path: string, header: string): Promise<void> {
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return header;
    throw notWritten(path, error);
  });
  if (before.startsWith(header)) return;
  const remedy = 'and nothing was: move it, or choose another --out.';
  throw new CommandLineError(`${path} was not written by this command, ${remedy}`, { exitCode: 1 });
}

const notWritten = (path: string, cause: unknown): CommandLineError =>
  new CommandLineError(
    `--out: ${path} can't be written (${(cause as NodeJS.ErrnoException).code}). Name a folder that you may write.`,
    { exitCode: 1, cause },
  );
