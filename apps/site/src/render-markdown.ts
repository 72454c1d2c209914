import GithubSlugger from 'github-slugger';
import highlighter from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';

/** A heading of a page. */
interface Heading {
  id: string;
  level: number;
  text: string;
}

/** A part of a page, from one heading to the next, for the search. */
export interface TextPart {
  id: string;
  /** The level of its heading. */
  level: number;
  title: string;
  text: string;
}

export interface RenderedMarkdown {
  html: string;
  headings: Heading[];
  parts: TextPart[];
  /** Every id that a link may name. */
  ids: Set<string>;
}

// HTML is allowed for anchors and the comments of generated parts, because the pages are the repository's own.
const markdown = new MarkdownIt({ html: true, highlight: highlightCode });

// Wide tables scroll by themselves, also with the keyboard. Code wraps.
markdown.renderer.rules['table_open'] = () => '<div class="wide" tabindex="0"><table>\n';
markdown.renderer.rules['table_close'] = () => '</table></div>\n';

/**
 * Renders a page. Headings get the ids that they have on GitHub. `toHref` maps the target of a link or an image to its address in
 * the site.
 */
export function renderMarkdown(text: string, toHref: (target: string) => string): RenderedMarkdown {
  const tokens = markdown.parse(text, {});
  const headings = addIds(tokens);
  for (const { children } of tokens) for (const child of children ?? []) rewriteLink(child, toHref);
  const html = markdown.renderer.render(tokens, markdown.options, {});
  const anchors = [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id);
  return { html, headings, parts: readParts(tokens), ids: new Set(anchors) };
}

type Token = ReturnType<typeof markdown.parse>[number];

function addIds(tokens: Token[]): Heading[] {
  const slugger = new GithubSlugger();
  return tokens.flatMap((token, index) => {
    const content = tokens[index + 1];
    if (token.type !== 'heading_open' || !content) return [];
    const text = plainText(content);
    const id = slugger.slug(text);
    token.attrSet('id', id);
    return [{ id, level: Number(token.tag.slice(1)), text }];
  });
}

function rewriteLink(token: Token, toHref: (target: string) => string): void {
  for (const attribute of ['href', 'src']) {
    const target = token.attrGet(attribute);
    if (typeof target === 'string') token.attrSet(attribute, toHref(target));
  }
}

/** Reads the text below each heading. */
function readParts(tokens: Token[]): TextPart[] {
  const parts: TextPart[] = [];
  let isTitle = false;
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      parts.push({ id: String(token.attrGet('id')), level: Number(token.tag.slice(1)), title: '', text: '' });
    }
    const part = parts.at(-1);
    if (part && isTitle) part.title = plainText(token);
    else if (part && (token.type === 'inline' || token.type === 'fence')) part.text += `${plainText(token)} `;
    isTitle = token.type === 'heading_open';
  }
  return parts;
}

/** The text of a token without its markup. */
function plainText({ children, content }: Token): string {
  if (!children) return content;
  return children
    .map((child) =>
      child.type === 'softbreak' ? ' ' : ['text', 'code_inline'].includes(child.type) ? child.content : '',
    )
    .join('');
}

/** Highlights code; an unknown language stays plain. */
function highlightCode(code: string, language: string): string {
  const isKnown = highlighter.getLanguage(language) !== undefined;
  return isKnown ? highlighter.highlight(code, { language }).value : escapeHtml(code);
}

export function escapeHtml(text: string): string {
  return markdown.utils.escapeHtml(text);
}
