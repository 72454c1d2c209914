import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig, type MarkdownOptions } from 'vitepress';
import { createLlmsText, type ListedPage, listSections } from '../src/pages.ts';
import { indexOptions, searchOptions } from '../src/search.ts';

// The pages are written by `src/write-pages.ts`, at their paths in the repository.
const srcDir = join(import.meta.dirname, 'pages');
const pages: ListedPage[] = JSON.parse(readFileSync(join(srcDir, 'pages.json'), 'utf8'));

/** A README is the index of its folder. */
const asIndex = (path: string): string => path.replace(/(^|\/)README\.md\b/, '$1index.md');

const sidebar: DefaultTheme.SidebarItem[] = listSections(pages).map(([text, listed]) => {
  const link = ({ path, title }: ListedPage) => ({ text: title, link: `/${asIndex(path)}` });
  const topics = Object.entries(Object.groupBy(listed, ({ topic = '' }) => topic));
  const items = topics.flatMap(([topic, inTopic = []]): DefaultTheme.SidebarItem[] =>
    topic ? [{ text: topic, items: inTopic.map(link) }] : inTopic.map(link),
  );
  return { text, items, collapsed: text !== 'Guide' && text !== 'Packages' };
});

/** Links lead where they do on GitHub: to READMEs, and to files that have a page of their own. */
const repositoryLinks: MarkdownOptions['config'] = (md) => {
  md.core.ruler.push('repository-links', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href');
      // Vue takes every tag for its own: the text `payment:<shortId>` stays text.
      if (token.type === 'html_inline' && !/^<\/?a\b/.test(token.content)) token.type = 'text';
      if (href && !/^\w+:/.test(href)) token.attrSet('href', asIndex(href).replace(/\.(ts|json|yaml)$/, '$&.md'));
    }
  });
};

export default defineConfig({
  title: 'escrow-kit',
  srcDir,
  rewrites: asIndex,
  markdown: { anchor: { slugify: slug }, config: repositoryLinks },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: { options: indexOptions, searchOptions },
        // An operation is found once, with all of its page, and so is a symbol of TypeScript.
        _render(source, env, md) {
          const html = md.render(source, env);
          if (env.relativePath.startsWith('reference/')) return html.replaceAll(/<(\/?)h[2-6]\b/g, '<$1p');
          return env.relativePath.startsWith('typescript/') ? html.replaceAll(/<(\/?)h[4-6]\b/g, '<$1p') : html;
        },
      },
    },
  },
  buildEnd({ outDir }) {
    for (const { path } of pages) cpSync(join(srcDir, path), join(outDir, path));
    writeFileSync(join(outDir, 'llms.txt'), createLlmsText(pages));
  },
});
