import { expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';

const list = (...args: string[]) => runCommand(['verify', '--list', ...args]);

test('--list lists every check with its operation and rules, without a deployment or credentials', async () => {
  const { exitCode, stdout } = await list();

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^addParties +PARTY-3 a PROVIDER with isSender true is refused \(also AUTH-3, ERR-1\)$/m);
  expect(stdout).toMatch(/^contractEvent +HOOK-1 the event of PAID /m);
  expect(stdout).toMatch(/\n1\d\d checks\n$/);
});

test.for([
  [['--rule', 'party-3'], /^(addParties .*PARTY-3\b.*\n){3}3 checks\n$/],
  [['--rule', 'PARTY-[34]'], /^(addParties .*PARTY-[34]\b.*\n){8}8 checks\n$/],
  [['--operation', 'legacy*'], /^(legacy.*\n)+\d+ checks\n$/],
  [['--operation', 'addMilestones', '--exclude', 'MILESTONE-*', 'AUTH-*'], /^addMilestones +STATE-1 .*\n1 check\n$/],
] as const)('%j selects by globs, in any case', async ([args, expected]) => {
  expect((await list(...args)).stdout).toMatch(expected);
});

test.for([
  [['--rule', 'PARTY-33'], '--rule: there is no rule PARTY-33. Did you mean PARTY-3?'],
  [['--rule', 'PRTY-*'], '--rule: there is no rule PRTY-*. Did you mean PARTY-'],
  [['--operation', 'addPartys'], '--operation: there is no checked operation addPartys. Did you mean addParties?'],
  [['--exclude', 'HOOK-11', 'x*'], '--exclude: there is no rule or operation HOOK-11, x*. Did you mean HOOK-1?'],
  [['--rule', 'XYZ-*'], '--rule: there is no rule XYZ-*. Run with only --list to see all.'],
  [['--operation', 'ADDPARTYS'], '--operation: there is no checked operation ADDPARTYS. Did you mean addParties?'],
  [['--rule', 'PARTY-3', '--exclude', 'party-3'], 'PARTY-3: excluded and asked for. Take it out of --exclude, or'],
  [['--operation', 'getUser', '--exclude', 'get*'], 'getUser: excluded and asked for.'],
  [['--rule', 'auth-7'], "--rule: AUTH-7 does not show in the service's answers, so there is nothing to check."],
  [['--rule', 'PARTY-3', '--operation', 'getUser'], 'No check is left. Change --rule, --operation or --exclude'],
] as const)('%j is refused with the remedy', async ([args, message]) => {
  const { exitCode, stderr } = await list(...args);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(`contract-tests: ${message}`);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
