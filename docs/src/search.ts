import type { Options } from 'minisearch';
import searchWords from '../search-words.json' with { type: 'json' };

// Words that people search for and pages lack, by the section that answers them.
const words: Record<string, string> = searchWords;

/** Options of the index. VitePress hands functions to the browser as text, so what runs there, which is all but `extractField`, stands alone. */
export const indexOptions: Options = {
  fields: ['title', 'titles', 'text', 'words'],
  storeFields: ['title', 'titles'],
  extractField: (part, name) => (name === 'words' ? (words[part.id] ?? '') : part[name]),
  // PARTY-3 is one word, exactly-once is two, and addParties is three: itself, add and Parties.
  tokenize: (text) =>
    text
      .split(/[^\p{L}\p{N}-]+|-(?!\d)/u)
      .flatMap((word) => (/\p{Ll}\p{Lu}/u.test(word) ? [word, ...word.split(/(?<=\p{Ll})(?=\p{Lu})/u)] : word)),
  // Leaves out words that a question adds, and the s of a plural.
  processTerm: (term) =>
    /^(a|an|and|are|can|do|does|how|i|is|my|of|the|to|what|when|why)$/i.test(term)
      ? null
      : term.toLowerCase().replace(/(?<=[^s])s$/, ''),
};

/** Options of a search, as text like those above. */
export const searchOptions: NonNullable<Options['searchOptions']> = {
  prefix: true,
  // A typing error in a longer word.
  fuzzy: (term) => (term.length > 5 ? 1 : false),
  boost: { title: 4, words: 12, titles: 1, text: 1 },
  // What answers few questions comes later: references, decisions, and files that pages link to.
  boostDocument: (id) => (/^\/(typescript|spec\/rules|docs\/decisions|[A-Z]|.*\.\w+\.html)/.test(id) ? 0.5 : 1),
};
