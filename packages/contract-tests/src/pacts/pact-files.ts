import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../package/package-manifest.ts';
import { type Pact, readPact } from './pact-document.ts';

/** The folder of the pacts, which ship with the package. */
export const pactFolder: string = join(packageFolder, 'pacts');

/** The provider of all pacts. */
export const providerName = 'escrow-contract-service';

/** The consumers. Each has one pact: the client with HTTP calls, the receiver of webhooks with messages. */
export const consumerNames = { client: 'escrow-kit-client', webhooks: 'escrow-kit-webhooks' } as const;

/** The paths of the pact files, sorted by name. */
const listPactFiles = (): string[] =>
  readdirSync(pactFolder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(pactFolder, name));

let kitPacts: readonly Pact[] | undefined;

/** The pacts of this package. They are read once. */
export function readKitPacts(): readonly Pact[] {
  kitPacts ??= listPactFiles().map(readPact);
  return kitPacts;
}
