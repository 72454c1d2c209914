import { type Page, sections, titleOf } from './page.ts';

/**
 * `llms.txt`: what the site has, for programs that read Markdown, by https://llmstxt.org. Each page lies beside its HTML as it was
 * written.
 */
export function createLlmsText(pages: Page[]): string {
  const parts = sections.map((section) => {
    const listed = pages.filter((page) => page.section === section);
    const lines = listed.map((page) =>
      [`- [${titleOf(page)}](${page.path})`, summaryOf(page)].filter(Boolean).join(': '),
    );
    return `## ${section}\n\n${lines.join('\n')}`;
  });
  const home = pages.find(({ path }) => path === 'README.md');
  return `# escrow-kit\n\n> ${home ? summaryOf(home) : ''}\n\n${parts.join('\n\n')}\n`;
}

/** What a page is about: the first sentence below the title where it does not say so; nothing where there is none. */
function summaryOf({ markdown, summary }: Page): string {
  if (summary !== undefined) return summary;
  const [, ...paragraphs] = markdown.split(/\n{2,}/);
  const first = paragraphs.find((paragraph) => /^[A-Z*`[]/.test(paragraph)) ?? '';
  const [sentence = ''] = first.replaceAll('\n', ' ').split(/(?<=[.:]) (?=[A-Z])/);
  return sentence.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
}
