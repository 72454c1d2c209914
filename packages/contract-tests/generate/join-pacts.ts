import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatJson } from './format-json.ts';

/** A pact as a test wrote it. */
interface WrittenPact {
  consumer: { name: string };
  provider: { name: string };
  interactions: { description: string }[];
  metadata: { pactSpecification: { version: string } };
}

/** A pact of this package: its name and its text. */
export interface JoinedPact {
  name: string;
  text: string;
}

const byDescription = (one: { description: string }, other: { description: string }): number =>
  one.description < other.description ? -1 : 1;

/**
 * Joins the pacts that the consumer tests wrote into a folder, one for each consumer. The same tests give the same bytes:
 * interactions are sorted by description, and the versions of the tools are left out. Throws if two interactions have the same
 * description, because in a pact one would overwrite the other.
 */
export function joinPacts(folder: string): JoinedPact[] {
  const written = globSync('*/*.json', { cwd: folder })
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as WrittenPact);
  const consumers = [...new Set(written.map(({ consumer }) => consumer.name))].sort();
  return consumers.map((name) => joinPact(written.filter(({ consumer }) => consumer.name === name)));
}

function joinPact(parts: WrittenPact[]): JoinedPact {
  const [first] = parts as [WrittenPact];
  const { consumer, provider, metadata } = first;
  const interactions = parts.flatMap((part) => part.interactions).sort(byDescription);
  const twice = interactions.find(({ description }, index) => description === interactions[index + 1]?.description);
  if (twice) throw new Error(`Two interactions are called "${twice.description}". Rename one of them.`);
  const { pactSpecification } = metadata;
  const text = formatJson({ consumer, provider, interactions, metadata: { pactSpecification } });
  return { name: `${consumer.name}-${provider.name}.json`, text: `${text}\n` };
}
