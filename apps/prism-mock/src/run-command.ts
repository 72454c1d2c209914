import {
  addOptions,
  CommandLineError,
  createProgram,
  overlayOption,
  parseNumber,
  parseText,
  runProgram,
} from '@escrow-kit/shared/command-line';
import { Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };

const options = [
  new Option('--port <port>', 'port; 0 selects a free port')
    .env('PORT')
    .default(4010)
    .argParser(parseNumber({ least: 0, most: 65_535 })),
  new Option('--host <host>', 'address to listen on').default('127.0.0.1').argParser(parseText('--host')),
  overlayOption(),
];

/** Runs `escrow-prism-mock` with these arguments and the environment, and returns the exit code once the mock listens. */
export function runCommand(args: string[]): Promise<number> {
  const program = createProgram('escrow-prism-mock', manifest)
    .description('Serves the OpenAPI document of the Escrow Contract Service with Prism. Stateless.')
    .addHelpText(
      'after',
      '\nExit codes: 0 if a signal ended it; 1 if it could not start; 2 if the command line or an overlay is wrong.',
    )
    .action((given) => serve(args, given));
  return runProgram(addOptions(program, options), args);
}

async function serve(args: string[], { port, host }: { port: number; host: string }): Promise<void> {
  // Loaded only now, so that the lines above also run on a Node that cannot load it.
  const { findOverlayFiles, useOverlays } = await import('@escrow-kit/spec/overlay');
  await useOverlays(findOverlayFiles(args, process.env));
  const { exampleTokens, startPrismMock } = await import('./index.ts');
  // The mock keeps running when nothing reads its output.
  process.stdout.on('error', () => {});
  const log = (line: string) => process.stdout.write(`${line}\n`);
  const { url, close } = await startPrismMock({ port, host, log }).catch((error) => {
    if (!['listen', 'getaddrinfo'].includes(error.syscall)) throw error;
    const message = `Cannot listen on ${host}:${port} (${error.code}). Choose another --host or --port; 0 selects a free port.`;
    throw new CommandLineError(message, { exitCode: 1 });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => close());
  const tokens = Object.entries(exampleTokens).map(([kind, token]) => `  ${kind.padEnd(13)} ${token}`);
  log(['Accepted tokens:', ...tokens, `Prism mock of the Escrow Contract Service: ${url}`].join('\n'));
}
