import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type DebianProgram, findDebianProgram } from './debian-program.ts';
import { onExit } from './exit/on-exit.ts';

const chapter = join(import.meta.dirname, '../../../docs/guide/other-languages.md');

/** The files in PHP and Python that the guide shows. */
export interface GuideFiles {
  folder: string;
  /** With which the guide starts the endpoint in PHP, on a free port. */
  phpParameters: string[];
  remove(): Promise<void>;
}

/** Writes the files that the guide shows into a new folder. */
export async function writeGuideFiles(): Promise<GuideFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-languages-'));
  const page = await readFile(chapter, 'utf8');
  const files = page.matchAll(/`(\w+\.(?:php|py))`[^`]*```(?:php|python)\n(.*?)```/gs);
  for (const [, name = '', code = ''] of files) await writeFile(join(folder, name), code);
  const [, parameters = ''] = / php (-.+ endpoint\.php)$/m.exec(page) ?? [];
  const phpParameters = parameters.replace(':8000', ':0').split(' ');
  return { folder, phpParameters, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** PHP; undefined if this machine has neither PHP nor apt. */
export const findPhp = (): Promise<DebianProgram | undefined> =>
  findDebianProgram({ name: 'php{,[0-9]*}', debianPackage: 'php-cli' });

/** The endpoint in PHP of the guide, while it runs. */
export interface PhpEndpoint {
  url: string;
  /** The lines that it has logged. */
  log: string[];
  stop(): Promise<void>;
}

/** Starts the endpoint that {@link writeGuideFiles} wrote, on a free port. */
export async function startPhpEndpoint(
  { command, env }: DebianProgram,
  { folder, phpParameters, secret }: GuideFiles & { secret: string },
): Promise<PhpEndpoint> {
  const child = spawn(command, phpParameters, {
    cwd: folder,
    env: { ...env, ESCROW_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onExit(() => child.kill());
  const log: string[] = [];
  const lines = createInterface(child.stderr).on('line', (line) => log.push(line));
  const [started] = await once(lines, 'line');
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill();
    await closed;
  };
  return { url: /\((http:.+)\)/.exec(String(started))?.[1] ?? '', log, stop };
}
