import { CommandLineError, overlayOption } from '@escrow-kit/shared/command-line';
import { type Command, Option } from 'commander';
import { credentialNames } from '../deployment/credentials.ts';
import type { Deployment } from '../deployment/deployment.ts';
import {
  addOptions,
  credentialOptions,
  findVisibleSecrets,
  hostOptions,
  nameOptions,
  number,
  pick,
  readHosts,
  text,
  url,
  type Values,
} from './shared-options.ts';

const fileNames = ['html', 'json', 'writeOverlay'] as const;

/** A file with what was learned. */
export type ObservationFile = (typeof fileNames)[number];

const mostPort = 65_535;
const usualPort = 4030;
const usualStore = 'observed';

const options = [
  ...hostOptions(),
  number('--port <number>', 'local port for the calls of your application; 0 takes a free one', {
    least: 0,
    most: mostPort,
  }).default(usualPort),
  number('--webhooks-from <port>', 'local port that the service sends its events to; 0 takes a free one', {
    least: 0,
    most: mostPort,
  }),
  url('--webhooks-to <url>', "your application's endpoint of events, which gets them unchanged"),
  new Option('--har <file...>', 'read these HAR files, and stand nowhere in between'),
  new Option('--store <folder...>', 'keep exchanges here, and add those of earlier runs and other folders').default([
    usualStore,
  ]),
  new Option('--keep-unknown-values', 'also keep values of fields that the document does not have').default(false),
  overlayOption('hold the traffic against the document with this OpenAPI Overlay; may be repeated'),
  text('--html <file>', 'write the report as a page'),
  text('--json <file>', 'write the report as JSON'),
  text('--write-overlay <file>', 'write an OpenAPI Overlay that makes the document say what was learned'),
  ...credentialOptions(),
  text('--webhook-secret <secret>', 'secret of the events; with it, their signatures are found and compared'),
];

/** The text after the options in the help. */
const notes = `
Every option can also be set by an environment variable, such as ESCROW_CONTRACT_URL. Use variables for secrets: other users of
the machine can see the command line.

Credentials are never needed: each call has its own. Secrets that you give are taken out wherever they are, and tokens say of which kind
they are; the client id is public, and kept.

A call goes to the host that the document names for its operation; any other path to the host of the document's path that shares
the most leading segments with it, else to the contract service.

Ends on Ctrl-C (SIGINT) or SIGTERM with the report; the second one ends at once. The same --store goes on where the last run ended.

Exit codes: 0 if everything observed is kept and reported; 1 if some of it could not be; 2 if it could not start.
`;

/** Adds the command to the program. `onOptions` gets its options if the command line has it. */
export function addObserve(program: Command, onOptions: (options: ObserveOptions) => Promise<void>): void {
  const command = program
    .command('observe')
    .description(
      'Passes the traffic of an application through unchanged, and reports how the service differs from the document.',
    )
    .addHelpText('after', notes)
    .action(() => onOptions(toOptions(command)));
  addOptions(command, options);
}

/** The options of `observe`, from command line and environment. */
export type ObserveOptions = ReturnType<typeof toOptions>;

interface Given {
  port: number;
  webhooksFrom?: number;
  har?: string[];
  store: [string, ...string[]];
  keepUnknownValues: boolean;
}

function toOptions(command: Command) {
  const { port, webhooksFrom, har = [], store, keepUnknownValues, ...rest } = command.opts<Given>();
  const values = rest as unknown as Values;
  const hosts = readHosts(values);
  if (Object.keys(hosts).length === 0)
    throw new CommandLineError(
      `Missing: ${nameOptions(['contractUrl', 'authUrl', 'identityUrl'])}. Give the addresses of your deployment. --url is one address for all hosts.`,
    );
  const { webhooksTo, webhookSecret } = values;
  if (webhooksFrom !== undefined && har.length > 0)
    throw new CommandLineError('--webhooks-from is given with --har, which reads only files. Leave one of them out.');
  if (webhooksFrom !== undefined && webhooksTo === undefined)
    throw new CommandLineError("--webhooks-from is given without --webhooks-to. Add your application's endpoint.");
  if (webhooksTo !== undefined && webhooksFrom === undefined && har.length === 0)
    throw new CommandLineError('--webhooks-to is given without --webhooks-from. Add the port that events come to.');
  // Their kinds need not be concluded, and they are taken out wherever they are, but for the client id.
  const credentials: Deployment['credentials'] = pick(values, credentialNames);
  return {
    hosts,
    credentials,
    /** With it, signatures of events are compared. */
    webhookSecret,
    /** The port for the application's calls; 0 for a free one. */
    port,
    /** The port for the service's events; 0 for a free one. Undefined if events are not observed. */
    webhooksFrom,
    /** The application's endpoint of events. */
    webhooksTo,
    /** HAR files to read instead of standing in between. */
    hars: har,
    /** The folders of kept exchanges. New ones are kept in the first. */
    stores: store,
    keepsUnknownValues: keepUnknownValues,
    /** The files to write. */
    files: pick(values, fileNames) as Partial<Record<ObservationFile, string>>,
    /** Lines about secrets that are on the command line. */
    warnings: findVisibleSecrets(command),
  };
}
