import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openApiDocument } from '@escrow-kit/spec';
import { packageVersion } from './package-manifest.ts';
import { consumerNames, listPactFiles } from './pact-files.ts';
import { type StateName, stateCatalogue } from './states/catalogue.ts';
import { basisOf } from './verify/judge.ts';
import { type Interaction, type Pact, readPact } from './verify/pact-document.ts';

/** How pacts are prepared for another broker or verifier. */
export interface PreparePactsOptions {
  /** What your integration is called in your broker. Its webhook receiver gets the same name and `-webhooks`. Default: the kit's names. */
  consumer?: string | undefined;
  /** Keep only what the description of the service states, without what Pact itself can't judge. Default: false. */
  onlyStated?: boolean | undefined;
  /** Keep only what calls of the service reach, without what needs a sandbox. Default: false. */
  onlyCalls?: boolean | undefined;
}

/**
 * The pacts of the kit by the names of their files, under the name of your integration, and with the versions of the kit
 * and of the document that they were made by in `metadata`.
 */
export function preparePacts(options: PreparePactsOptions = {}): Map<string, Pact> {
  return new Map(listPactFiles().map((file) => [basename(file), prepare(readPact(file), options)]));
}

/** Writes them into a folder, which is created where it is missing, and returns the paths of the files. */
export function writePacts(folder: string, options?: PreparePactsOptions): string[] {
  mkdirSync(folder, { recursive: true });
  return [...preparePacts(options)].map(([name, pact]) => {
    const file = join(folder, name);
    writeFileSync(file, `${JSON.stringify(pact, null, 2)}\n`);
    return file;
  });
}

/** The name of a pact's consumer under the name of your integration. */
export function publishedName(pact: Pact, consumer: string | undefined): string {
  const isWebhooks = pact.consumer.name === consumerNames.webhooks;
  return consumer === undefined ? pact.consumer.name : `${consumer}${isWebhooks ? '-webhooks' : ''}`;
}

function prepare(pact: Pact, { consumer, onlyStated = false, onlyCalls = false }: PreparePactsOptions): Pact {
  const versions = { contractTests: packageVersion, document: openApiDocument.info.version };
  return {
    ...pact,
    consumer: { name: publishedName(pact, consumer) },
    interactions: pact.interactions.filter(
      (interaction) => (!onlyStated || isJudgedByPact(interaction)) && (!onlyCalls || isReachedByCalls(interaction)),
    ),
    metadata: { ...pact.metadata, 'escrow-kit': versions },
  };
}

/** Of alternatives Pact would want each, and what is not checkable it would call held. */
function isJudgedByPact(interaction: Interaction): boolean {
  const { notCheckable, alternative } = interaction.comments?.references?.['escrow-kit'] ?? {};
  return basisOf(interaction) === 'stated' && notCheckable === undefined && alternative === undefined;
}

function isReachedByCalls({ providerStates = [] }: Interaction): boolean {
  return providerStates.every(({ name }) => stateCatalogue[name as StateName].reachedBy === 'calls');
}
