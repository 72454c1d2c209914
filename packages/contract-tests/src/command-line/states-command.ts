import { CommandLineError, overlayOption, parseNumber } from '@escrow-kit/shared/command-line';
import { type Command, Option } from 'commander';
import { addInputs, createSecrets } from '../deployment/secrets.ts';
import { createSend } from '../deployment/send.ts';
import { signIn } from '../deployment/sign-in.ts';
import { shorten } from '../deployment/text.ts';
import { checkReach } from '../preflight/check-deployment.ts';
import { setUpState, stateCatalogue } from '../states/catalogue.ts';
import { createOwnOrganization, createStateContext, type StateContext, useOrganization } from '../states/context.ts';
import { createStateHandlers } from '../states/handlers.ts';
import { startStateServer } from '../states/state-server.ts';
import {
  addOptions,
  type DeploymentInputs,
  deploymentOptions,
  printLine,
  readDeployment,
} from './deployment-options.ts';

const options = [
  ...deploymentOptions(),
  new Option('--port <port>', 'port; 0 selects a free port')
    .default(0)
    .argParser(parseNumber({ least: 0, most: 65_535 })),
  new Option('--list', 'list the states with their parameters and values, and exit; needs no deployment').default(
    false,
  ),
  overlayOption(),
];

/** The text after the options in the help. */
const notes = `
Each option is also an environment variable. Use variables for secrets: other users of the machine can read the command line.

Prints the address for Pact's verifier (providerStatesSetupUrl) and sets up the requested states until a signal stops it.
Creates customers and contracts in the deployment. In a sandbox it uses a new tenant, which it deletes at the end. Answers
contain credentials, and only this machine can request them.

Exit codes: 0 if a signal ended it; 2 if it could not start.`;

/** Adds the command to the program. `onEnd` gets the exit code. */
export function addStates(program: Command, onEnd: (exitCode: number) => void): void {
  const command = program
    .command('states')
    .description("Sets up the states of pacts in a deployment for Pact's own verifier.")
    .addHelpText('after', notes)
    .action(async () => {
      const { list, port } = command.opts<{ list: boolean; port: number }>();
      if (list) process.stdout.write(listStates());
      else await serveStates(readDeployment(command), port);
      onEnd(0);
    });
  addOptions(command, options);
}

/** Lists the states, each with its parameters and values. */
function listStates(): string {
  const texts = Object.entries(stateCatalogue).map(([name, { means, reachedBy, parameters, gives }]) => {
    const taken = Object.entries(parameters).map(([parameter, choice]) =>
      typeof choice === 'string' ? `${parameter} (${choice})` : `${parameter} (${choice.join(' | ')})`,
    );
    return [
      name,
      `  ${means}`,
      ...(reachedBy === 'control' ? ['  needs       a sandbox (--control-url)'] : []),
      ...(taken.length > 0 ? [`  parameters  ${taken.join(', ')}`] : []),
      `  values      ${gives.length > 0 ? `${gives.join(', ')}, and the credentials` : 'the credentials'}`,
    ];
  });
  return `${texts.map((lines) => `${lines.join('\n')}\n`).join('\n')}`;
}

/** Serves the states until a signal. Then removes its tenants. */
async function serveStates({ deployment, signIns, warnings }: DeploymentInputs, port: number): Promise<void> {
  const stop = new AbortController();
  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  warnings.forEach(printLine);
  const secrets = createSecrets();
  addInputs(secrets, deployment);
  const redact = (message: string) => shorten(secrets.redact(message));
  const send = createSend({ redact, signal: stop.signal });
  await checkReach(deployment);
  const organization = await createOwnOrganization(deployment);
  const used = organization ? useOrganization(deployment, organization) : deployment;
  const contexts: StateContext[] = [];
  const start = async () => {
    const { credentials, lifetimeInMs } = await signIn(used, { signIns, send });
    const context = createStateContext({ ...used, credentials }, { secrets, send, signal: stop.signal });
    contexts.push(context);
    return { handlers: createStateHandlers(context), expiresAt: performance.now() + lifetimeInMs };
  };
  try {
    let current = await start();
    const server = await startStateServer({
      port,
      redact,
      onRefusal: printLine,
      async setUp(name, parameters) {
        if (performance.now() >= current.expiresAt) current = await start();
        return setUpState(current.handlers, name, parameters);
      },
    }).catch((error: NodeJS.ErrnoException) => {
      throw new CommandLineError(
        `Cannot listen on port ${port} (${error.code}). Choose another --port; 0 selects a free port.`,
      );
    });
    // It continues when its output is closed.
    process.stdout.on('error', () => {});
    const origins = [...new Set(Object.values(used.hosts).map((host) => new URL(host).origin))].join(', ');
    const tenant = organization ? ', in a new tenant that it deletes at the end' : '';
    process.stdout.write(
      `Sets up states in ${origins}${tenant}. Press Ctrl-C to stop.\nproviderStatesSetupUrl: ${server.url}\n`,
    );
    await stopped;
    await server.close();
  } finally {
    // The sandbox may have ended before.
    await Promise.allSettled([...contexts.map((context) => context.close()), organization?.control.deleteTenant()]);
  }
}
