import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the pacts, which ship with the package: beside `src` here, beside `dist` when installed. */
export const pactFolder: string = fileURLToPath(new URL('../pacts', import.meta.url));

/** The provider of all pacts. */
export const providerName = 'escrow-contract-service';

/** The consumers, each with one pact: the client with HTTP calls, and the receiver of webhooks with messages. */
export const consumerNames = { client: 'escrow-kit-client', webhooks: 'escrow-kit-webhooks' } as const;

/** The paths of the pact files, sorted by name. */
export const listPactFiles = (): string[] =>
  readdirSync(pactFolder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `${pactFolder}/${name}`);
