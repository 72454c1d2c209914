import { resolve } from 'node:path';
import { runProgram } from '@escrow-kit/shared/command-line';
import { findOverlayFiles, useOverlays } from '@escrow-kit/spec/overlay';
import { type CommandOptions, createSandboxProgram } from './command-options.ts';
import { webhookAddressForLog } from './domain/webhook-address.ts';
import { endWithNpx } from './end-with-npx.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

/**
 * Runs `escrow-sandbox` with these arguments and the environment, and returns the exit code: once the sandbox listens, or once a
 * command on a running one has ended.
 */
export function runCommand(args: string[]): Promise<number> {
  return runProgram(
    createSandboxProgram((options) => run(args, options)),
    args,
    { exitCodes: { sandbox_start: 1, control: 1 } },
  );
}

async function run(args: string[], { sandbox: options, json, warnings }: CommandOptions): Promise<void> {
  for (const line of warnings) process.stderr.write(`${line}\n`);
  await useOverlays(findOverlayFiles(args, process.env));
  // The sandbox keeps running when nothing reads its output.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  // Loaded on use: it reads the document.
  const { startService } = await import('./start-service.ts');
  const { sandbox } = await startService(options, { onWarning: writeWarning });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => sandbox.close());
  endWithNpx('escrow-sandbox');
  const { url, credentials } = sandbox;
  process.stdout.write(json ? `${JSON.stringify({ url, credentials })}\n` : greeting(sandbox, options));
}

function writeWarning(message: string, operationId: string): void {
  process.stderr.write(`warning: ${operationId}: ${message}\n`);
}

/** What the command prints when it has started: addresses, credentials, and what to try first. */
function greeting({ url, credentials }: Sandbox, { dataFolder, webhookUrl, allowOrigins }: SandboxOptions): string {
  const values = Object.entries({
    ...credentials.tokens,
    clientId: credentials.clientId,
    clientSecret: credentials.clientSecret,
    webhookSecret: credentials.webhookSecret,
  });
  const state = dataFolder
    ? `in ${resolve(dataFolder)}`
    : 'in memory and is lost when the sandbox stops. If your journal or database is durable, start with --data FOLDER';
  // Reading it from the store would take longer than the rest of the start.
  const stored = dataFolder ? 'go to the stored endpoint. If there is none, they wait' : 'wait';
  const remedy = 'until you set an endpoint with --webhook-url or in the dashboard';
  const webhooks = webhookUrl ? `go to ${webhookAddressForLog(webhookUrl)}` : `${stored} ${remedy}`;
  const pages = allowOrigins ? `Web pages that can call the service: ${allowOrigins.join(', ')}\n` : '';
  return `Sandbox of the Escrow Contract Service: ${url}
State is ${state}. Webhooks ${webhooks}.
Credentials of the default tenant:
${values.map(([name, value]) => `  ${name.padEnd(13)} ${value}\n`).join('')}Dashboard: open ${url} in a browser
Control API: ${url}/_sandbox/openapi.json
${pages}Try: curl -H 'authorization: Bearer ${credentials.tokens.organization}' -H 'content-type: application/json' -d '{"phoneNumber":"+966500000001"}' ${url}/realms/service/service-partner/customers
`;
}
