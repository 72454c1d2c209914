import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { startPrismMock } from '../src/index.ts';

const children: ChildProcess[] = [];
subscribe('child_process', (message) => children.push((message as { process: ChildProcess }).process));

/** The lines that the mock has logged. */
export const logged: string[] = [];

/** The mock that all test files share: starting Prism takes longer than running a file. It ends with the worker. */
export const { url: mockUrl } = await startPrismMock({ port: 0, log: (line) => logged.push(line) });

/** The process id of the mock's Prism. */
export function prismId(): number {
  const prism = children.findLast(({ spawnargs, exitCode, signalCode }) => {
    return spawnargs.includes('--multiprocess=false') && exitCode === null && signalCode === null;
  });
  return prism?.pid ?? Number.NaN;
}
