// Everything that `npm test` holds, without the install. First it fails if `pnpm generate` changes a file: it was not generated again
// after a change of its source. Leaves the new one.
import { execFileSync, spawnSync } from 'node:child_process';

const shell = process.platform === 'win32';
const differences = () => execFileSync('git', ['diff'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
const turbo = (...args) => spawnSync('turbo', ['run', ...args], { stdio: 'inherit', shell }).status ?? 1;

const before = differences();
const generated = turbo('generate', '--output-logs=errors-only');
if (generated !== 0) process.exit(generated);
const isStale = differences() !== before;

const checked = turbo(
  ...['//#lint', '//#typecheck', 'lint:document', 'test'],
  ...['--continue=dependencies-successful', '--concurrency=200%', '--output-logs=new-only', '--log-order=grouped'],
);
if (isStale) {
  const names = execFileSync('git', ['diff', '--name-only'], { encoding: 'utf8' });
  process.stderr.write(`Generated files were stale and have been updated. Commit them:\n${names}`);
}
process.exitCode = isStale ? 1 : checked;
