// Fails if `pnpm generate` changes a file: it was not generated again after a change of its source. Leaves the new one.
import { execFileSync } from 'node:child_process';

const shell = process.platform === 'win32';
const differences = () => execFileSync('git', ['diff'], { encoding: 'utf8', maxBuffer: 2 ** 28 });

const before = differences();
execFileSync('turbo', ['run', 'generate', '--output-logs=errors-only'], { stdio: 'inherit', shell });
if (differences() !== before) {
  const names = execFileSync('git', ['diff', '--name-only'], { encoding: 'utf8' });
  process.stderr.write(`Generated files were stale, and are written now. Commit them:\n${names}`);
  process.exitCode = 1;
}
