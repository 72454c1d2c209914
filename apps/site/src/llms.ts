import { type Page, sections, titleOf } from './page.ts';

/**
 * Creates `llms.txt`: the list of pages for programs that read Markdown, see https://llmstxt.org. The Markdown of each page is beside
 * its HTML.
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

/** The summary of a page. Default: the first sentence below the title; empty if there is none. */
function summaryOf({ markdown, summary }: Page): string {
  if (summary !== undefined) return summary;
  const [, ...paragraphs] = markdown.split(/\n{2,}/);
  const first = paragraphs.find((paragraph) => /^[A-Z*`[]/.test(paragraph)) ?? '';
  const [sentence = ''] = first.replaceAll('\n', ' ').split(/(?<=[.:]) (?=[A-Z])/);
  return sentence.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
}
