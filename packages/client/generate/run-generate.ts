import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { RefusedError } from './refused-error.ts';
import { describeMissingTools } from './tools.ts';

const usage = `escrow-kit-client generate [--overlay FILE]… --out FOLDER

Writes index.ts and schema.ts into FOLDER: types, operations and checks of your deployment of the service.

  --overlay FILE  an OpenAPI Overlay 1.0 of what differs in your deployment; may be repeated. Default: the files in ESCROW_OVERLAY
  --out FOLDER    where to write, such as src/escrow
  --help          shows this text
  --version       shows the version`;

const { version } = manifest;

/** Where a command prints. */
type Output = Pick<Console, 'log' | 'error'>;

/**
 * Runs `generate`, and returns the exit code: 0 if the files were written, 1 if the overlays or the folder do not allow it, 2 if the
 * arguments are wrong.
 */
export async function runGenerate(
  args: string[],
  environment: { ESCROW_OVERLAY?: string | undefined },
  output: Output,
): Promise<number> {
  const given = readArguments(args);
  if ('answer' in given) {
    output.log(given.answer);
    return 0;
  }
  if ('problem' in given) {
    output.error(`escrow-kit-client: ${given.problem}\n\n${usage}`);
    return 2;
  }
  const missing = await describeMissingTools();
  if (missing) {
    output.error(`escrow-kit-client: ${missing}`);
    return 1;
  }
  const { findOverlayFiles, OverlayError, useOverlays } = await import('@escrow-kit/spec/overlay');
  try {
    const overlays = findOverlayFiles(args, environment);
    await useOverlays(overlays);
    // Reads the document, so it is loaded only now.
    const { projectFiles } = await import('./project-files.ts');
    const { files, unchecked } = projectFiles(overlays.map((file) => basename(file)));
    await writeAll(given.out, files);
    output.log(
      `Wrote ${Object.keys(files)
        .map((name) => join(given.out, name))
        .join(' and ')}.`,
    );
    for (const what of unchecked) output.log(`Not checked before a call is sent; the service decides: ${what}.`);
    return 0;
  } catch (error) {
    if (!(error instanceof OverlayError || error instanceof RefusedError)) throw error;
    output.error(`escrow-kit-client: ${error.message}`);
    return 1;
  }
}

/** The folder to write into, or what else the arguments ask for, or what is wrong with them. */
function readArguments(args: string[]): { out: string } | { answer: string } | { problem: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        overlay: { type: 'string', multiple: true },
        out: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    });
    if (values.version) return { answer: version };
    if (values.help || args.length === 0) return { answer: usage };
    if (positionals.join(' ') !== 'generate') {
      return { problem: `there is no command "${positionals.join(' ')}": the one command is generate.` };
    }
    if (!values.out) return { problem: '--out is missing: name the folder to write into, such as --out src/escrow.' };
    return { out: values.out };
  } catch (error) {
    return { problem: (error as Error).message };
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
  await mkdir(folder, { recursive: true });
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
