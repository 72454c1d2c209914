import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

/** A pact as a consumer test wrote it. */
interface WrittenPact {
  consumer: { name: string };
  provider: { name: string };
  interactions: WrittenInteraction[];
  metadata: { pactSpecification: { version: string } };
}

interface WrittenInteraction {
  description: string;
  request?: { matchingRules?: object };
}

const pactFolder = fileURLToPath(new URL('../pacts', import.meta.url));

/** Writes one pact for each consumer. */
function writePacts(): void {
  const written = globSync('*/*.json', { cwd: folder })
    .sort()
    .map((file): WrittenPact => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const joined = [...Map.groupBy(written, ({ consumer }) => consumer.name).values()].map(joinPacts);
  rmSync(pactFolder, { recursive: true, force: true });
  mkdirSync(pactFolder, { recursive: true });
  for (const pact of joined) {
    const name = `${pact.consumer.name}-${pact.provider.name}.json`;
    writeFileSync(join(pactFolder, name), `${formatJson(pact)}\n`);
  }
}

/**
 * The same tests give the same bytes: interactions are sorted by description, and the versions of the tools are left out. So are
 * defaults, and the matchers of requests, which only Pact's mock reads. Throws if two interactions have the same description, because
 * in one pact the second would overwrite the first.
 */
function joinPacts(pacts: WrittenPact[]): WrittenPact {
  const [{ consumer, provider, metadata }] = pacts as [WrittenPact];
  const interactions = pacts
    .flatMap((pact) => pact.interactions.map(withoutDefaults))
    .sort((one, other) => (one.description < other.description ? -1 : 1));
  const twice = interactions.find(({ description }, index) => description === interactions[index + 1]?.description);
  if (twice) throw new Error(`Two interactions are called "${twice.description}". Rename one of them.`);
  const { pactSpecification } = metadata;
  return { consumer, provider, interactions, metadata: { pactSpecification } };
}

/** What Pact writes, though a reader takes the same for granted. */
const defaults: Readonly<Record<string, unknown>> = { pending: false, encoded: false, combine: 'AND' };

function withoutDefaults({ request, ...interaction }: WrittenInteraction): WrittenInteraction {
  const { matchingRules: _, ...sent } = request ?? {};
  const lean = { ...interaction, ...(request && { request: sent }) };
  return JSON.parse(
    JSON.stringify(lean, (name, value: unknown) => (name in defaults && defaults[name] === value ? undefined : value)),
  );
}

/** The line width of the repository. */
const longestLine = 120;

/** Writes JSON as JSON.stringify does with two spaces, but puts on one line what fits. */
function formatJson(value: unknown, indent = ''): string {
  const line = toLine(value);
  if (indent.length + line.length <= longestLine || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item) => formatJson(item, inner))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${formatJson(member, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
}

function toLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${toLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const folder = mkdtempSync(join(tmpdir(), 'escrow-pacts-'));
process.env['ESCROW_PACT_FOLDER'] = folder;
try {
  const vitest = await startVitest('test', [], { project: ['consumer'], watch: false });
  await vitest.close();
  // Vitest has set the exit code if a test failed. Then the pacts stay as they were.
  if (!process.exitCode) writePacts();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
