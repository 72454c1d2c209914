import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openApiDocument } from '@escrow-kit/spec';
import { packageVersion } from '../package/package-manifest.ts';
import { basisOf } from '../pacts/basis-of.ts';
import { type Interaction, type Pact, readPact } from '../pacts/pact-document.ts';
import { consumerNames, listPactFiles } from '../pacts/pact-files.ts';
import { type StateName, stateCatalogue } from '../states/catalogue.ts';

/** How to prepare the pacts for a broker or another verifier. */
export interface PreparePactsOptions {
  /**
   * The name of your integration in your broker. Its webhook receiver gets that name and `-webhooks`. Default: the kit's names.
   */
  consumer?: string | undefined;
  /** Keep only what the service's description states, without what Pact itself can't judge. Default: false. */
  onlyStated?: boolean | undefined;
  /** Keep only states that calls of the service reach, without those that need a sandbox. Default: false. */
  onlyCalls?: boolean | undefined;
}

/**
 * Returns the kit's pacts by file name, under the name of your integration. `metadata` has the versions of the kit and of the
 * document.
 */
export function preparePacts(options: PreparePactsOptions = {}): Map<string, Pact> {
  return new Map(listPactFiles().map((file) => [basename(file), prepare(readPact(file), options)]));
}

/** Writes them into a folder, which is created if it is missing, and returns the paths of the files. */
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

/** Pact would require every alternative, and would count as held what cannot be checked. */
function isJudgedByPact(interaction: Interaction): boolean {
  const { notCheckable, alternative } = interaction.comments?.references?.['escrow-kit'] ?? {};
  return basisOf(interaction) === 'stated' && notCheckable === undefined && alternative === undefined;
}

function isReachedByCalls({ providerStates = [] }: Interaction): boolean {
  return providerStates.every(({ name }) => stateCatalogue[name as StateName].reachedBy === 'calls');
}
