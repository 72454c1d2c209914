import {
  addOptions,
  CommandLineError,
  createProgram,
  overlayOption,
  parseText,
  portOption,
  runProgram,
} from '@escrow-kit/shared/command-line';
import { endWithNpx } from '@escrow-kit/shared/end-with-npx';
import { Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };

const options = [
  portOption(4010).env('PORT'),
  new Option('--host <host>', 'address to listen on').default('127.0.0.1').argParser(parseText('--host')),
  overlayOption('behave as the deployment that this OpenAPI Overlay describes; may be repeated'),
];

interface Given {
  port: number;
  host: string;
}

/** What to do if the mock can't listen, by the code of Node's error. */
const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken. Choose another one with --port, or 0 for a free port.',
  EACCES: 'The port is not allowed. Choose one above 1023 with --port.',
  EADDRNOTAVAIL: 'This machine does not have the address. Choose another one with --host.',
  ENOTFOUND: 'The host is unknown. Choose another one with --host.',
};

/** Runs `escrow-prism-mock` with these arguments and the environment, and returns the exit code once the mock listens. */
export function runCommand(args: string[]): Promise<number> {
  const program = createProgram({
    name: 'escrow-prism-mock',
    manifest,
    description: 'Serves the OpenAPI document of the Escrow Contract Service with Prism. Stateless.',
    notes: 'Exit codes: 0 if a signal ended it; 1 if it can not listen; 2 if the command line or an overlay is wrong.',
  }).action((given: Given) => serve(args, given));
  return runProgram(addOptions(program, options), args);
}

async function serve(args: string[], { port, host }: Given): Promise<void> {
  // Loaded only now, so that the lines above also run on a Node that can't load it.
  const { findOverlayFiles, useOverlays } = await import('@escrow-kit/spec/overlay');
  await useOverlays(findOverlayFiles(args, process.env));
  const { exampleTokens, startPrismMock } = await import('./index.ts');
  const { fillPath, getOperation } = await import('@escrow-kit/spec');
  // The mock keeps running when nothing reads its output.
  process.stdout.on('error', () => {});
  const log = (line: string) => process.stdout.write(`${line}\n`);
  const { url, close } = await startPrismMock({ port, host, log }).catch((error) => {
    const remedy = remedies[error.code];
    if (!remedy) throw error;
    throw new CommandLineError(`Can't listen on ${host}:${port}. ${remedy}`, { cause: error, exitCode: 1 });
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
