import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { guardFolder, guardProcess } from '@escrow-kit/process-guard';
import { resultsVariable, type TestResult } from '../progress/progress-reporter.ts';
import { type ServerName, sharedServersVariable, shareServers } from '../servers/shared-servers.ts';

/** Options of a run. */
export interface RunOptions {
  /** The names of the turbo tasks. */
  tasks: readonly string[];
  /** The repository's root. Default: the working directory. */
  cwd?: string;
  /** More arguments for `turbo run`. */
  turboArguments?: readonly string[];
  /** Variables for the tasks. Only those listed in `turbo.json` reach them. */
  environment?: Readonly<Record<string, string>>;
  /** Called with each line that a task prints, and with `cache miss` or `cache hit` when it starts. */
  onLine?: (task: string, text: string) => void;
}

/** The result of a task. */
export interface RanTask {
  /** Such as `@escrow-kit/spec#test`. */
  id: string;
  isCached: boolean;
  durationInMs: number;
  exitCode: number;
  output: string[];
}

/** The result of a run. */
export interface RunResult {
  isGreen: boolean;
  wallTimeInMs: number;
  /** The tasks that ran or came from the cache. */
  tasks: RanTask[];
  /** The tests that ran; cached tasks have none. */
  tests: TestResult[];
  /** Turbo's own messages. */
  messages: string[];
  startedServers: ServerName[];
}

/**
 * Runs turbo tasks for all packages, which share one PostgreSQL and one browser. When this process ends, even if it is killed, all
 * its descendants end as well.
 */
export async function runTasks(options: RunOptions): Promise<RunResult> {
  const startedAt = Date.now();
  const servers = await shareServers();
  const folder = await mkdtemp(join(tmpdir(), 'escrow-run-'));
  await guardFolder(folder);
  const resultsFolder = join(folder, 'results');
  await mkdir(resultsFolder);
  try {
    const variables = {
      ...options.environment,
      [sharedServersVariable]: servers.url,
      [resultsVariable]: resultsFolder,
      // A run starts hundreds of Node processes, which share compiled code.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    };
    const { exitCode, outputs, messages } = await runTurbo(options, variables);
    return {
      isGreen: exitCode === 0,
      wallTimeInMs: Date.now() - startedAt,
      tasks: await readSummary(messages, outputs),
      tests: await readResults(resultsFolder),
      messages,
      startedServers: servers.started(),
    };
  } finally {
    await servers.close();
    await rm(folder, { recursive: true, maxRetries: 3 });
  }
}

/** The output of `turbo run --json`: by task, and turbo's own messages. */
interface TurboOutput {
  outputs: Map<string, string[]>;
  messages: string[];
}

async function runTurbo(
  { tasks, cwd = process.cwd(), turboArguments = [], onLine = () => {} }: RunOptions,
  variables: Record<string, string>,
): Promise<TurboOutput & { exitCode: number }> {
  const turbo = spawn('turbo', ['run', ...tasks, '--json', '--summarize', ...turboArguments], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
    shell: process.platform === 'win32',
  });
  await guardProcess();
  const stop = (): void => void turbo.kill();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const ended = new Promise<number>((resolve, reject) => {
    turbo.on('error', reject).on('close', (code) => resolve(code ?? 1));
  });
  const [output, errors] = await Promise.all([readOutput(turbo.stdout, onLine), readText(turbo.stderr)]);
  const exitCode = await ended;
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return { exitCode, outputs: output.outputs, messages: [...output.messages, ...errors.split('\n')] };
}

async function readOutput(stream: Readable, onLine: (task: string, text: string) => void): Promise<TurboOutput> {
  const output: TurboOutput = { outputs: new Map(), messages: [] };
  for await (const line of createInterface(stream)) {
    const { source, text } = JSON.parse(line) as { source: string; text: string };
    if (source === 'turbo') {
      output.messages.push(text);
      continue;
    }
    const lines = output.outputs.get(source) ?? [];
    output.outputs.set(source, lines);
    lines.push(text);
    onLine(source, text);
  }
  return output;
}

async function readText(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
}

/** The part of turbo's run summary that this file uses. */
interface TurboSummary {
  tasks: {
    taskId: string;
    cache: { status: 'HIT' | 'MISS' };
    execution?: { startTime: number; endTime: number; exitCode: number };
  }[];
}

async function readSummary(messages: string[], outputs: TurboOutput['outputs']): Promise<RanTask[]> {
  const path = messages
    .find((text) => text.startsWith('Summary:'))
    ?.replace('Summary:', '')
    .trim();
  if (!path) return [];
  const { tasks } = JSON.parse(await readFile(path, 'utf8')) as TurboSummary;
  await rm(path);
  return tasks.flatMap(({ taskId, cache, execution }) => {
    // Tasks without a command only depend on others and print nothing.
    const output = outputs.get(taskId);
    if (!execution || !output) return [];
    const { startTime, endTime, exitCode } = execution;
    const isCached = cache.status === 'HIT';
    return [{ id: taskId, isCached, durationInMs: endTime - startTime, exitCode: exitCode ?? 1, output }];
  });
}

async function readResults(folder: string): Promise<TestResult[]> {
  const files = await readdir(folder);
  const results = files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as TestResult[]);
  return (await Promise.all(results)).flat();
}
