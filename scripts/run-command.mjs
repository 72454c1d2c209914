import { spawn } from 'node:child_process';
import { guardProcess } from '../tools/suite/src/process-guard/guard-process.mjs';

/** The time that the command has to end after Ctrl-C. */
const endLimitInMs = 3_000;

/**
 * Runs a command in the terminal of this process and resolves with its exit code. When this process ends, even if it is killed, the
 * command and all its descendants end as well.
 *
 * @param {string} command
 * @param {string[]} parameters
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export async function runCommand(command, parameters, options) {
  await guardProcess();
  const child = spawn(command, parameters, { stdio: 'inherit', shell: process.platform === 'win32', ...options });
  // The guard has to know the command from its start.
  guardProcess();
  // Ctrl-C reaches the command too, which may need time to end.
  process.once('SIGINT', () => setTimeout(() => process.exit(130), endLimitInMs));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code ?? 1));
  });
}
