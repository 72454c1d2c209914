import { runCommand } from './run-command.mjs';

// Runs a workspace's script with the arguments of this one, and ends it if the package manager that started this one is killed.
const [workspace, script, ...given] = process.argv.slice(2);
// Users of npm write `--` before their options; the commands would take what follows for operands.
const scriptArguments = given[0] === '--' ? given.slice(1) : given;
process.exit(await runCommand('pnpm', ['--silent', '--filter', workspace, script, ...scriptArguments]));
