import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '@escrow-kit/spec';
import { parseJson } from '../deployment/parse-json.ts';
import { packageVersion } from '../package/package-manifest.ts';
import { type Interaction, kitReferencesOf, type Pact } from '../pacts/pact-document.ts';
import { consumerNames, readKitPacts } from '../pacts/pact-files.ts';
import { basisOf } from '../pacts/rules-of.ts';
import { type Selection, selectInteractions } from '../pacts/selection.ts';
import { type StateName, stateCatalogue } from '../states/catalogue.ts';
import { mergeInteractions } from './merge-interactions.ts';

/** How to prepare the pacts for a broker or another verifier. */
export interface PreparePactsOptions extends Selection {
  /**
   * The name of your integration in your broker. Its webhook receiver gets that name and `-webhooks`. Default: the kit's names.
   */
  consumer?: string | undefined;
  /** Keep only what the service's description states. Default: false. */
  onlyStated?: boolean | undefined;
  /** Keep only states that calls of the service reach, without those that need a sandbox. Default: false. */
  onlyCalls?: boolean | undefined;
  /** Keep requests that the service has to refuse, too. Default: false. */
  refusals?: boolean | undefined;
}

/**
 * Returns the kit's pacts by file name, under the name of your integration, without what Pact itself can't judge. Interactions of
 * the same states and request are merged into one. `metadata` has the versions of the kit and of the document.
 */
export function preparePacts(options: PreparePactsOptions = {}): Map<string, Pact> {
  const pacts = readKitPacts().map((pact) => prepare(pact, options));
  return new Map(pacts.map((pact) => [fileNameOf(pact), pact]));
}

/** As Pact names files. A name may hold what a file name can't. */
function fileNameOf({ consumer, provider }: Pact): string {
  return `${consumer.name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_')}-${provider.name}.json`;
}

/**
 * Writes those that have an interaction into a folder, which is created if it is missing, and removes the files of the others.
 * Returns the paths of the written files. Throws if a pact of your own has the name of one.
 */
export function writePacts(folder: string, options?: PreparePactsOptions): string[] {
  return [...preparePacts(options)].flatMap(([name, pact]) => {
    const file = join(folder, name);
    refuseOwnPact(file);
    if (pact.interactions.length === 0) {
      rmSync(file, { force: true });
      return [];
    }
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${JSON.stringify(pact, null, 2)}\n`);
    return [file];
  });
}

/** Pact names a pact of the same consumer the same. */
function refuseOwnPact(file: string): void {
  if (!existsSync(file)) return;
  const pact = parseJson(readFileSync(file, 'utf8')) as Partial<Pact> | null | undefined;
  if (pact?.metadata?.['escrow-kit']) return;
  throw new Error(`${file} is a pact of your own. Choose another folder: a broker takes both.`);
}

/** The names of the pacts of an integration. */
export function publishedNames(consumer: string): string[] {
  return Object.values(consumerNames).map((name) => publishedName(name, consumer));
}

function publishedName(name: string, consumer = name): string {
  return name === consumerNames.webhooks && consumer !== name ? `${consumer}-webhooks` : consumer;
}

function prepare(
  pact: Pact,
  { consumer, onlyStated = false, onlyCalls = false, refusals = false, ...selection }: PreparePactsOptions,
): Pact {
  const versions = { contractTests: packageVersion, document: openApiDocument.info.version };
  const isWanted = (interaction: Interaction) =>
    isJudgedByPact(interaction) &&
    (!onlyStated || basisOf(interaction) === 'stated') &&
    (!onlyCalls || isReachedByCalls(interaction)) &&
    (refusals || (interaction.response?.status ?? 200) < 400);
  return {
    ...pact,
    consumer: { name: publishedName(pact.consumer.name, consumer) },
    interactions: mergeInteractions(selectInteractions(pact, selection).interactions.filter(isWanted)),
    metadata: { ...pact.metadata, 'escrow-kit': versions },
  };
}

/** Pact would require every alternative, and would count as held what cannot be checked. */
function isJudgedByPact(interaction: Interaction): boolean {
  const { notCheckable, alternative } = kitReferencesOf(interaction);
  return notCheckable === undefined && alternative === undefined;
}

function isReachedByCalls({ providerStates = [] }: Interaction): boolean {
  return providerStates.every(({ name }) => stateCatalogue[name as StateName].reachedBy === 'calls');
}
