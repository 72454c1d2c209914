import type { Command } from 'commander';

/**
 * A line for each of these options, by attribute name, that has a secret on the command line: what others see, and which variable to
 * set instead. An address is a secret if it has a password, before the host or as a parameter.
 */
export function warnOfVisibleSecrets(command: Command, names: readonly string[]): string[] {
  const isVisible = (name: string): boolean =>
    names.includes(name) && command.getOptionValueSource(name) === 'cli' && isSecret(command.getOptionValue(name));
  return command.options
    .filter((option) => isVisible(option.attributeName()))
    .map(({ long, envVar }) => `${long} is visible to the other users of this machine. Set ${envVar} instead.`);
}

function isSecret(value: unknown): boolean {
  const text = String(value);
  if (!/^\w+:\/\//.test(text) || !URL.canParse(text)) return true;
  const { password, searchParams } = new URL(text);
  return password !== '' || searchParams.has('password');
}
