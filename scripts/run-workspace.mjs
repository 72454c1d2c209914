import { runCommand } from './run-command.mjs';

// Runs a workspace's script with the arguments of this one, and ends it if the package manager that started this one is killed.
const [workspace, script, ...scriptArguments] = process.argv.slice(2);
process.exit(await runCommand('pnpm', ['--silent', '--filter', workspace, script, ...scriptArguments]));
