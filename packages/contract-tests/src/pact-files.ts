import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the pacts, which are shipped with the package: beside `src` here, beside `dist` when installed. */
export const pactFolder: string = fileURLToPath(new URL('../pacts', import.meta.url));

/** The service that all pacts are with. */
export const providerName = 'escrow-contract-service';

/** The consumers, one a pact: the client, whose pact is of HTTP calls, and the receiver of webhooks, of messages. */
export const consumerNames = { client: 'escrow-kit-client', webhooks: 'escrow-kit-webhooks' } as const;

/** The paths of the pact files, in the order of their names. */
export const listPactFiles = (): string[] =>
  readdirSync(pactFolder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `${pactFolder}/${name}`);
