import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listWebhookRequests, operations, rules } from '@escrow-kit/spec';
import GithubSlugger from 'github-slugger';
import { expect, test } from 'vitest';
import { createLlmsText, readRepositoryPages, repositoryFolder } from '../src/pages.ts';
import { createServicePages } from '../src/service-pages.ts';

const pages = [...readRepositoryPages(), ...createServicePages()];
const markdownOf = (path: string): string => pages.find((page) => page.path === path)?.markdown ?? '';

test('each operation and event has a page with its request, its fields and the rules that it names', () => {
  for (const { id, method, path, definition } of operations) {
    const page = markdownOf(`reference/${id}.md`);
    expect(page).toContain(`\`${method} ${path}\``);
    for (const rule of definition['x-rules']) expect(page).toContain(`| ${rules[rule]?.text.replaceAll('|', '\\|')} |`);
  }
  for (const { id } of listWebhookRequests()) expect(markdownOf(`reference/${id}.md`)).toContain('The service sends');
  expect(markdownOf('reference/addParties.md')).toMatch(
    /^\| `mileStonesParties\{\}\[\]\.phoneNumber` \| string, required \| .*PARTY-\d/m,
  );
});

test('each rule has a heading, with what it says and its basis', () => {
  const page = markdownOf('spec/rules.md');

  for (const [id, { text, basis }] of Object.entries(rules)) {
    const [, described = ''] = page.split(`\n### ${id}\n`);
    expect(described.trimStart().startsWith(text), id).toBe(true);
    expect(described.split('\n### ')[0]).toMatch(new RegExp(`^\\*\\*${basis}\\.`, 'im'));
  }
});

test("the chapters of the guide are in the guide's order, not by name", () => {
  const paths = pages.map(({ path }) => path);

  expect(paths.indexOf('docs/guide/consent.md')).toBeLessThan(paths.indexOf('docs/guide/answers-to-the-buyer.md'));
});

test('llms.txt lists every page of the navigation by its Markdown', () => {
  const listed = [...createLlmsText(pages).matchAll(/^- \[.+?\]\((.+?)\)$/gm)].map(([, path]) => path);

  const inNavigation = pages.filter(({ section }) => section !== undefined);
  expect(listed.toSorted()).toEqual(inNavigation.map(({ path }) => path).toSorted());
});

test('every link leads to a file of the repository or a page of the site, and to a heading of it', () => {
  const dead = pages.flatMap(({ path, markdown }) =>
    linksOf(markdown)
      .filter((link) => !leadsSomewhere(path, link))
      .map((link) => `${path}: ${link}`),
  );

  expect(dead).toEqual([]);
});

/** The links and images of a page that are neither in code nor to another site. */
function linksOf(markdown: string): string[] {
  const targets = [
    ...withoutCode(markdown)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ];
  return targets.map(([, target = '']) => target).filter((target) => !/^\w+:/.test(target));
}

function leadsSomewhere(path: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file ? join(dirname(path), file) : path;
  if (heading === undefined) return markdownOf(target) !== '' || existsSync(join(repositoryFolder, target));
  const slugger = new GithubSlugger();
  const headings = withoutCode(markdownOf(target)).matchAll(/^#+ (.+)$/gm);
  return [...headings].some(([, title = '']) => slugger.slug(title.replaceAll(/`|\]\([^)]*\)/g, '')) === heading);
}

const withoutCode = (markdown: string): string => markdown.replaceAll(/^ *(```|~~~).*?^ *\1/gms, '');

test('each command of a page is on its own line, and a shell can parse it', () => {
  const blocks = pages.flatMap(({ markdown }) => [...markdown.matchAll(/^ *```sh\n(.*?)^ *```/gms)]);
  const scripts = blocks.map(([, script = '']) => script);

  expect(scripts.length).toBeGreaterThan(40);
  expect(scripts.flatMap((script) => script.split('\n').filter(holdsTwoCommands))).toEqual([]);
  execFileSync('bash', ['-n'], { input: scripts.map((script) => `(\n${script}\n)`).join('\n') });
});

/** Whether a line has two comments or two commands, such as after a formatter joined lines. */
function holdsTwoCommands(line: string): boolean {
  const [command = '', ...comments] = line.split(' #');
  const starts = ` ${command}`.replace(/\$\(.*?\)/g, '').match(/ (npm|npx|pnpm|curl|git|gh|node|export) /g) ?? [];
  return comments.length > 1 || (starts.length > 1 && !/ exec /.test(command));
}
