import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { onExit } from '@escrow-kit/suite/on-exit';
import { repositoryFolder } from '../src/repository.ts';
import { createPackedProject } from './packed-project.ts';
import { type CommandResult, tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** A project with the packed packages, in which the command lines of the pages run as they are printed. */
export interface DeploymentProject {
  folder: string;
  write(file: string, text: string): void;
  /** Runs a command line to its end. */
  run(command: string, more?: NodeJS.ProcessEnv): Promise<CommandResult>;
  /** Starts a command line, waits for a line that it prints, and returns that. */
  start(command: string, awaited: RegExp, more?: NodeJS.ProcessEnv): Promise<string>;
  /** Ends what was started, and removes the project. */
  close(): Promise<void>;
}

/** Creates the project, with the credentials of a sandbox in the environment and the `tsconfig.json` of the guide. */
export async function createDeploymentProject(): Promise<DeploymentProject> {
  const removals: (() => void)[] = [];
  const folder = createTemporaryFolder((remove) => removals.push(remove));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const packed = await createPackedProject(folder);
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(join(import.meta.dirname, '../node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  const bins = Object.entries(packed).flatMap(([name, { manifest }]) => {
    const [file] = Object.values(manifest.bin ?? {});
    return file ? [`${name}) file=${join(folder, 'node_modules', name, file)};;`] : [];
  });
  write('npx', `#!/bin/sh\ncase "$1" in\n${bins.join('\n')}\nesac\nshift\nexec '${process.execPath}' "$file" "$@"\n`);
  chmodSync(join(folder, 'npx'), 0o755);
  const [, options = ''] =
    /```json\n(.*?)```/s.exec(readFileSync(join(repositoryFolder, 'docs/guide/README.md'), 'utf8')) ?? [];
  const { compilerOptions } = JSON.parse(options);
  // The types of the packages are checked as well: those of every entry have to follow the deployment.
  write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck: false }, include: ['*.ts'] }),
  );
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('ESCROW_'));
  const env = {
    ...Object.fromEntries(outside),
    PATH: `${folder}${delimiter}${process.env['PATH']}`,
    ...{ ESCROW_ORGANIZATION_TOKEN: 'org_sandbox', ESCROW_CLIENT_ADMIN_TOKEN: 'adm_sandbox', ESCROW_YES: 'true' },
    ...{ ESCROW_CLIENT_ID: 'sandbox-client', ESCROW_CLIENT_SECRET: 'sandbox-secret', PORT: '0', ESCROW_PORT: '0' },
  };
  const children: ChildProcess[] = [];
  return {
    folder,
    write,
    run: (command, more) => tryCommand('sh', ['-c', command], { cwd: folder, env: { ...env, ...more } }),
    start(command, awaited, more) {
      const child = spawn('sh', ['-c', `exec ${command}`], {
        cwd: folder,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      onExit(() => child.kill());
      return new Promise<string>((resolve, reject) => {
        // The rest is read as well, so that the process can go on writing.
        for (const stream of [child.stdout, child.stderr]) {
          createInterface(stream).on('line', (text) => awaited.test(text) && resolve(text));
        }
        child.on('exit', () => reject(new Error(`"${command}" ended before it printed ${awaited}.`)));
      });
    },
    async close() {
      await Promise.all(children.map(end));
      for (const remove of removals) remove();
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  await once(child, 'exit');
}

/** The port in a line that a command printed. */
export const portIn = (line: string): string => /(?:127\.0\.0\.1:|"port":)(\d+)/.exec(line)?.[1] ?? '';
