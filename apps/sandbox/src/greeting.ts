import { resolve } from 'node:path';
import { webhookAddressForLog } from './domain/tenants/webhook-address.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

/** What the command prints when it has started: addresses, credentials, and what to try first. */
export function greeting(
  { url, credentials }: Sandbox,
  { dataFolder, webhookUrl, allowOrigins }: SandboxOptions,
): string {
  const values = Object.entries({
    ...credentials.tokens,
    clientId: credentials.clientId,
    clientSecret: credentials.clientSecret,
    webhookSecret: credentials.webhookSecret,
  });
  const state = dataFolder
    ? `in ${resolve(dataFolder)}`
    : 'in memory, lost when it stops: a durable journal or database of yours outlives it, so start with --data FOLDER to keep both';
  // Reading it from the store would take longer than the rest of the start.
  const stored = dataFolder ? 'the address that is stored there, if any' : 'nobody yet';
  const withoutAddress = `${stored}: --webhook-url, or PUT webhook of the control API, sets one`;
  const pages = allowOrigins ? `Pages that may call the service: those of ${allowOrigins.join(', ')}\n` : '';
  return `Sandbox of the Escrow Contract Service: ${url}
State is kept ${state}. Webhooks go to ${webhookAddressForLog(webhookUrl) ?? withoutAddress}.
What the default tenant has:
${values.map(([name, value]) => `  ${name.padEnd(13)} ${value}\n`).join('')}Dashboard: open ${url} in a browser
Control API: ${url}/_sandbox/openapi.json
${pages}Try: curl -H 'authorization: Bearer ${credentials.tokens.organization}' -H 'content-type: application/json' -d '{"phoneNumber":"+966500000001"}' ${url}/realms/service/service-partner/customers
`;
}
