import { execFileSync } from 'node:child_process';
import { operations, rules } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { createSite } from '../src/create-site.ts';
import { listEntryPoints } from '../src/entry-points.ts';
import { createLlmsText } from '../src/llms.ts';
import { pages, site } from './whole-site.ts';

const home = { path: 'README.md', section: undefined, markdown: '# Home\n\n## Two commands\n\n## Limits' };

test('no link of the pages is dead', () => {
  expect(site.problems).toEqual([]);
});

test.each([
  ['a missing file', 'gone.md', 'docs/page.md: gone.md does not exist.'],
  ['a missing heading', '#gone', 'docs/page.md: #gone does not exist in docs/page.html.'],
  [
    'a missing heading of another page',
    '../README.md#gone',
    'docs/page.md: ../README.md#gone does not exist in index.html.',
  ],
  ['a file outside the repository', '../../gone.md', 'docs/page.md: ../../gone.md does not exist.'],
])('a link to %s is a problem', (_what, target, problem) => {
  const page = { path: 'docs/page.md', section: undefined, markdown: `# Page\n\n[link](${target})` };

  expect(createSite([home, page]).problems).toEqual([problem]);
});

test('a place of search-words.yaml that its page lacks is a problem', () => {
  const page = { path: 'apps/sandbox/README.md', section: undefined, markdown: '# Sandbox' };

  const { problems } = createSite([home, page]);

  expect(problems).toEqual(['search-words.yaml: apps/sandbox/README.md#control-it does not exist.']);
});

test('links to a source, a folder or a heading become relative addresses', () => {
  const links = '[1](../biome.json) [2](decisions) [3](../README.md#two-commands)';
  const page = { path: 'docs/page.md', section: undefined, markdown: `# Page\n\n${links}` };

  const { files, problems } = createSite([home, page]);

  const addresses = [...String(files.get('docs/page.html')).matchAll(/<a href="([^"]+)">\d</g)].map(([, href]) => href);
  expect(addresses).toEqual(['../biome.json.html', 'decisions/index.html', '../index.html#two-commands']);
  expect([...files.keys()]).toEqual(expect.arrayContaining(['biome.json.html', 'docs/decisions/index.html']));
  expect(problems).toEqual([]);
});

test("the chapters of the guide are in the guide's order, not by name", () => {
  const paths = pages.map(({ path }) => path);

  expect(paths.indexOf('docs/guide/consent.md')).toBeLessThan(paths.indexOf('docs/guide/answers-to-the-buyer.md'));
});

test('each operation has a page with the rules that it names', () => {
  for (const { id, definition } of operations) {
    const { markdown = '' } = pages.find(({ path }) => path === `reference/${id}.md`) ?? {};
    for (const rule of definition['x-rules']) expect(markdown).toContain(`| **${rule}** | ${rules[rule]?.text}`);
  }
});

test('the page of workflows shows what each call takes from earlier steps', () => {
  const { markdown = '' } = pages.find(({ path }) => path === 'reference/workflows.md') ?? {};

  expect(markdown).toMatch(
    /^\| `addMilestone` \| \[addMilestones\]\(addMilestones\.md\) \| `createContract\.contractId` \|/m,
  );
  expect(markdown).toMatch(/^\| `openContract` \| \[openContract\]\(#opencontract\) /m);
});

test('the reference of TypeScript covers every entry point with code', () => {
  const names = listEntryPoints().map(({ name }) => name);

  expect(names).toEqual(expect.arrayContaining(['@escrow-kit/client', '@escrow-kit/webhooks/web']));
});

test('llms.txt lists every page, and its Markdown is beside its HTML', () => {
  const listed = [...createLlmsText(pages).matchAll(/^- \[.+?\]\((.+?)\)(?:: \S|$)/gm)].map(([, path]) => path ?? '');

  expect(listed.toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  expect(listed.filter((path) => !site.files.has(path))).toEqual([]);
});

const shellBlocks = pages.flatMap(({ path, markdown }) =>
  [...markdown.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, script = '']) => ({ path, script })),
);

test('each command of a page is on its own line, and a shell can parse it', () => {
  const lines = shellBlocks.flatMap(({ path, script }) => script.split('\n').map((line) => `${path}: ${line.trim()}`));

  expect(lines.length).toBeGreaterThan(40);
  expect(lines.filter(holdsTwoCommands)).toEqual([]);
  for (const { script } of shellBlocks) execFileSync('bash', ['-n'], { input: script });
});

/** Whether a line has two comments or two commands, such as after a formatter joined lines. */
function holdsTwoCommands(line: string): boolean {
  const [command = '', ...comments] = line.split(' #');
  const starts = command.replace(/\$\(.*?\)/g, '').match(/ (npm|npx|pnpm|curl|git|gh|node|export) /g) ?? [];
  return comments.length > 1 || (starts.length > 1 && !/ exec /.test(command));
}
