import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatJson } from './format-json.ts';

interface WrittenInteraction {
  description: string;
  request?: object;
}

/** A pact as a test wrote it. */
interface WrittenPact {
  consumer: { name: string };
  provider: { name: string };
  interactions: WrittenInteraction[];
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
 * interactions are sorted by description, and the versions of the tools are left out. So are defaults, and the matchers of requests, which
 * only Pact's mock reads. Throws if two interactions have the same description, because in a pact one would overwrite the other.
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
  const interactions = parts.flatMap((part) => part.interactions.map(toLean)).sort(byDescription);
  const twice = interactions.find(({ description }, index) => description === interactions[index + 1]?.description);
  if (twice) throw new Error(`Two interactions are called "${twice.description}". Rename one of them.`);
  const { pactSpecification } = metadata;
  const text = formatJson({ consumer, provider, interactions, metadata: { pactSpecification } });
  return { name: `${consumer.name}-${provider.name}.json`, text: `${text}\n` };
}

/** What Pact writes, though a reader takes the same for granted. */
const defaults: Readonly<Record<string, unknown>> = { pending: false, encoded: false, combine: 'AND' };

function toLean({ request, ...interaction }: WrittenInteraction): WrittenInteraction {
  const { matchingRules: _, ...sent } = (request ?? {}) as { matchingRules?: object };
  const lean = { ...interaction, ...(request && { request: sent }) };
  return JSON.parse(
    JSON.stringify(lean, (name, value: unknown) => (name in defaults && defaults[name] === value ? undefined : value)),
  );
}
