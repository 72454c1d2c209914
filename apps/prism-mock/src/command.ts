#!/usr/bin/env node
import { describeOldNode } from '@escrow-kit/shared/describe-old-node';
import { endWithNpx } from '@escrow-kit/shared/end-with-npx';
import { CommandLineError, listenRemedies, readCommandOptions, usage } from './command-options.ts';
import { nodeRange, packageVersion } from './package-manifest.ts';
import type { PrismMock } from './start-prism-mock.ts';

await run().catch((error: unknown) => {
  process.stderr.write(`escrow-prism-mock: ${describe(error)}\n`);
  process.exitCode = 1;
});

async function run(): Promise<void> {
  const options = readCommandOptions(process.argv.slice(2), process.env);
  if (options.task === 'help') process.stdout.write(usage);
  if (options.task === 'version') process.stdout.write(`${packageVersion}\n`);
  if (options.task === 'serve') await serve(options);
}

async function serve(address: { port: number; host: string }): Promise<void> {
  const oldNode = describeOldNode(nodeRange);
  if (oldNode) throw new CommandLineError(oldNode);
  // Loaded only now, so that the lines above also run on a Node that can't load it.
  const { exampleTokens, startPrismMock } = await import('./index.ts');
  // The mock keeps running when nothing reads its output.
  process.stdout.on('error', () => {});
  const log = (line: string) => process.stdout.write(`${line}\n`);
  const mock = await startPrismMock({ ...address, log }).catch((error) => {
    throw toListenError(error, address);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => mock.close());
  endWithNpx();
  process.stdout.write(greeting(mock, exampleTokens));
}

function toListenError(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error {
  const remedy = listenRemedies[error.code ?? ''];
  if (!remedy) return error;
  return new CommandLineError(`Can't listen on ${host}:${port}. ${remedy}`, { cause: error });
}

function greeting({ url }: PrismMock, tokens: { apiKey: string }): string {
  const lines = Object.entries(tokens).map(([kind, token]) => `  ${kind.padEnd(13)} ${token}\n`);
  return `Prism mock of the Escrow Contract Service: ${url}
Tokens that it accepts:
${lines.join('')}Try: curl -H 'Authorization: Bearer ${tokens.apiKey}' ${url}/users/usr_example_1
`;
}

/** A mistake of the caller is one line. Anything else is a bug and needs its stack. */
function describe(error: unknown): string {
  if (error instanceof CommandLineError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
