#!/usr/bin/env node
import { CommandLineError, type CommandOptions, readCommandOptions, usage } from './command-options.ts';
import { exampleTokens } from './example-tokens.ts';
import { listenRemedies } from './listen-remedies.ts';
import type { PrismMock } from './start-prism-mock.ts';

await run().catch((error: unknown) => {
  process.stderr.write(`escrow-prism-mock: ${describe(error)}\n`);
  process.exitCode = 1;
});

async function run(): Promise<void> {
  const options = readCommandOptions(process.argv.slice(2), process.env);
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  // The mock goes on when nobody reads what it prints.
  process.stdout.on('error', () => {});
  const mock = await start(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => mock.close());
  process.stdout.write(greeting(mock));
}

async function start({ port, host }: Exclude<CommandOptions, { help: true }>): Promise<PrismMock> {
  // Loading Prism takes longer than all the rest, so a mistake is told before.
  const { startPrismMock } = await import('./start-prism-mock.ts');
  try {
    return await startPrismMock({ port, host, log: (line) => process.stdout.write(`${line}\n`) });
  } catch (error) {
    const remedy = listenRemedies[(error as NodeJS.ErrnoException).code ?? ''];
    if (!remedy) throw error;
    throw new CommandLineError(`Can't listen on ${host}:${port}. ${remedy}`, { cause: error });
  }
}

function greeting({ url }: PrismMock): string {
  const tokens = Object.entries(exampleTokens).map(([kind, token]) => `  ${kind.padEnd(13)} ${token}\n`);
  const token = exampleTokens.apiKey;
  return `Prism mock of the Escrow Contract Service: ${url}
Tokens that it accepts:
${tokens.join('')}Try: curl -H 'Authorization: Bearer ${token}' ${url}/users/usr_example_1
`;
}

/** A mistake is one line; anything else is a defect of ours and needs its stack. */
function describe(error: unknown): string {
  if (error instanceof CommandLineError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
