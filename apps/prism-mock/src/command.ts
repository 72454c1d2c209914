#!/usr/bin/env node
import { describeOldNode } from '@escrow-kit/shared/describe-old-node';
import { endWithNpx } from '@escrow-kit/shared/end-with-npx';
import manifest from '../package.json' with { type: 'json' };
import { CommandLineError, type CommandOptions, readCommandOptions, usage } from './command-options.ts';

/** What to do if the mock can't listen, by the code of Node's error. */
const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken. Choose another one with --port, or 0 for a free port.',
  EACCES: 'The port is not allowed. Choose one above 1023 with --port.',
  EADDRNOTAVAIL: 'This machine does not have the address. Choose another one with --host.',
  ENOTFOUND: 'The host is unknown. Choose another one with --host.',
};

try {
  const options = readCommandOptions(process.argv.slice(2), process.env);
  if (options.help) process.stdout.write(usage);
  else if (options.version) process.stdout.write(`${manifest.version}\n`);
  else await serve(options);
} catch (error) {
  // A mistake of the caller is one line. Anything else is a bug and needs its stack.
  const { code, message, stack } = error as Error & { code?: unknown };
  const text = error instanceof CommandLineError || code === 'overlay' ? message : stack;
  process.stderr.write(`escrow-prism-mock: ${text}\n`);
  process.exitCode = 1;
}

async function serve({ port, host }: CommandOptions): Promise<void> {
  const oldNode = describeOldNode(manifest.engines.node);
  if (oldNode) throw new CommandLineError(oldNode);
  // Loaded only now, so that the lines above also run on a Node that can't load it.
  const { findOverlayFiles, useOverlays } = await import('@escrow-kit/spec/overlay');
  await useOverlays(findOverlayFiles(process.argv.slice(2), process.env));
  const { exampleTokens, startPrismMock } = await import('./index.ts');
  const { fillPath, getOperation } = await import('@escrow-kit/spec');
  // The mock keeps running when nothing reads its output.
  process.stdout.on('error', () => {});
  const log = (line: string) => process.stdout.write(`${line}\n`);
  const { url, close } = await startPrismMock({ port, host, log }).catch((error) => {
    const remedy = remedies[error.code];
    throw remedy ? new CommandLineError(`Can't listen on ${host}:${port}. ${remedy}`, { cause: error }) : error;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => close());
  endWithNpx();
  const tokens = Object.entries(exampleTokens).map(([kind, token]) => `  ${kind.padEnd(13)} ${token}\n`);
  const path = fillPath(getOperation('getUser').path, { userId: 'usr_example_1' });
  process.stdout.write(`Prism mock of the Escrow Contract Service: ${url}
Tokens that it accepts:
${tokens.join('')}Try: curl -H 'Authorization: Bearer ${exampleTokens.apiKey}' ${url}${path}
`);
}
