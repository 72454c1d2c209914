import { readFileSync, statSync } from 'node:fs';
import { findOperation } from '@escrow-kit/spec';
import { parseJson } from '../deployment/parse-json.ts';
import { findObjection } from './find-objection.ts';
import type { Interaction, Pact } from './pact-document.ts';
import { providerName, readKitPacts } from './pact-files.ts';
import { ownBasis } from './rules-of.ts';

/** A file that can't be verified as a pact. The message names the file, the interaction and what to do. */
export class PactFileError extends Error {
  readonly code = 'pact_file';
  readonly file: string;

  constructor(file: string, problem: string) {
    super(`${file}: ${problem}`);
    this.name = 'PactFileError';
    this.file = file;
  }
}

const theKit = 'the kit';

/** The kit's largest pact has a fiftieth of it. */
const largestFileInBytes = 10_000_000;

/**
 * Reads pacts of a consumer's own, of version 3 or 4 of Pact's specification and for a provider of any name. Their interactions
 * check no rule. Throws a `PactFileError` if Pact or the kit could not verify a file as it is meant.
 */
export function readOwnPacts(files: readonly string[]): Pact[] {
  const descriptions = new Map(
    readKitPacts().flatMap(({ interactions }) => interactions.map(({ description }) => [description, theKit])),
  );
  return files.map((file) => {
    const pact = readOwnPact(file);
    for (const { description } of pact.interactions) {
      const other = descriptions.get(description);
      if (other !== undefined) {
        if (other === theKit)
          throw new PactFileError(
            file,
            `"${description}" is one of the kit's own checks, which are made without it. Leave it out, or rename it if it is yours.`,
          );
        const holder = other === file ? 'it' : other;
        throw new PactFileError(file, `${holder} has another interaction "${description}". Rename one of them.`);
      }
      descriptions.set(description, file);
    }
    return pact;
  });
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readOwnPact(file: string): Pact {
  const refuse = (problem: string): never => {
    throw new PactFileError(file, problem);
  };
  const pact = parseJson(readText(file));
  if (!isObject(pact)) return refuse('it is not a JSON object. Give the file that Pact wrote.');
  const version = versionOf(pact['metadata']);
  if (!/^[34](\.|$)/.test(version)) {
    return refuse(
      `its version of Pact's specification is ${version || 'missing'}. Write it with version 3 or 4, such as with PactV4.`,
    );
  }
  const consumer = pact['consumer'];
  if (!isObject(consumer) || typeof consumer['name'] !== 'string' || !consumer['name'])
    return refuse('it does not name its consumer. Give the file that Pact wrote.');
  const interactions = pact['interactions'];
  if (!Array.isArray(interactions) || interactions.length === 0)
    return refuse('it has no interactions. Messages need version 4: add them with addAsynchronousInteraction.');
  return {
    consumer: { name: consumer['name'] },
    provider: { name: providerName },
    interactions: interactions.map((interaction, index) => {
      const objection = findObjection(interaction);
      if (objection === undefined) return toOwn(interaction);
      const { description = `number ${index + 1}` } = (interaction ?? {}) as { description?: unknown };
      return refuse(`interaction "${description}": ${objection}`);
    }),
    metadata: { pactSpecification: { version } },
  };
}

function readText(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile())
    throw new PactFileError(
      file,
      `there is ${stats ? 'no file, but something else' : 'no such file'}. Check the path.`,
    );
  if (stats.size > largestFileInBytes)
    throw new PactFileError(file, `it is larger than ${largestFileInBytes / 1_000_000} MB. Split it.`);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new PactFileError(
      file,
      `it can't be read (${(error as NodeJS.ErrnoException).code}). Check its permissions.`,
    );
  }
}

/** Tools write the version under different names. */
function versionOf(metadata: unknown): string {
  if (!isObject(metadata)) return '';
  const { pactSpecification, 'pact-specification': older } = metadata;
  const named = [pactSpecification, older].find(isObject);
  return String(named?.['version'] ?? metadata['pactSpecificationVersion'] ?? '');
}

/** Nothing in the file claims a rule of the kit, or that a difference does not count. */
function toOwn(interaction: Interaction): Interaction {
  const { pending: _, ...kept } = interaction as Interaction & { pending?: boolean };
  const { type = 'Synchronous/HTTP', request } = kept;
  const operationId = request ? findOperation(request.method, request.path)?.operation.id : 'contractEvent';
  return { ...kept, type, comments: { references: { OpenAPI: { operationId }, 'escrow-kit': { basis: ownBasis } } } };
}
