import { type CommandOptions, createSandboxProgram } from '../../src/command-options.ts';

/** Reads options without starting a sandbox. */
export async function readOptions(args: string[]): Promise<CommandOptions | undefined> {
  const read: CommandOptions[] = [];
  await createSandboxProgram(async (options) => void read.push(options)).parseAsync(args, { from: 'user' });
  return read[0];
}
