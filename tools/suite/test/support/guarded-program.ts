// A guarded program: starts a child, which starts another one in its own session, and ends as its argument says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { guardFolder, guardProcess } from '@escrow-kit/suite/process-guard';

const [folder = '', ending, innerFolder] = process.argv.slice(2);

if (ending === 'ignore SIGTERM') {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}

/** Prints its own id and that of its child. */
const child = `
  const { spawn } = require('node:child_process');
  const grandchild = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  process.stdout.write(process.pid + ' ' + grandchild.pid + '\\n');
  setInterval(() => {}, 1000);`;

await guardProcess();
const parameters = innerFolder ? [import.meta.filename, innerFolder, 'ignore SIGTERM'] : ['--eval', child];
const running = spawn(process.execPath, parameters, { stdio: ['pipe', 'pipe', 'ignore'] });
const [ids] = await once(running.stdout, 'data');
await guardFolder(folder);
process.stdout.write(ids);
await once(process.stdin, 'data');
if (ending === 'throw') throw new Error('This program fails.');
if (ending === 'finish') {
  // Nothing else keeps this program running.
  running.unref();
  running.stdout.destroy();
  process.stdin.destroy();
}
