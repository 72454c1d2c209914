// The search. It loads its index when the search field first gets the focus.
const root = document.documentElement.dataset.root;
const input = document.querySelector('input[type=search]');
const found = document.querySelector('#found');
let loading;

function load(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${root}/assets/${name}`;
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
}

async function prepare() {
  await Promise.all([load('minisearch.js'), load('search-data.js')]);
  const index = new MiniSearch({
    idField: 'href',
    fields: ['title', 'page', 'text', 'words'],
    storeFields: ['title', 'page', 'text', 'href', 'group', 'weight'],
    tokenize,
    processTerm: stem,
    searchOptions: {
      prefix: true,
      // A typing error in a longer word.
      fuzzy: (term) => (term.length > 5 ? 1 : false),
      // Results with more of the words come first.
      combineWith: 'OR',
      boost: { title: 4, words: 12, page: 2 },
    },
  });
  index.addAll(globalThis.searchParts);
  return index;
}

/** Leaves out words that a question adds, and the s of a plural. */
function stem(term) {
  const isOfQuestion = /^(a|an|and|are|can|do|does|how|i|is|my|of|the|to|what|when|why)$/i.test(term);
  return isOfQuestion ? null : term.toLowerCase().replace(/(?<=[^s])s$/, '');
}

/** PARTY-3 is one word, exactly-once is two, and addParties is three: itself, add and Parties. */
function tokenize(text) {
  const words = text.split(/[^\p{L}\p{N}-]+|-(?!\d)/u);
  return words.flatMap((word) => (/\p{Ll}\p{Lu}/u.test(word) ? [word, ...word.split(/(?<=\p{Ll})(?=\p{Lu})/u)] : word));
}

/** Weighs results: who writes a whole name, such as createContract or PARTY-3, means that and not what mentions it. */
function weigh(query) {
  const asked = new Set(tokenize(query).map(stem));
  const isAsked = (title) => /\p{Ll}\p{Lu}|-\d/u.test(title) && asked.has(stem(title.replace('()', '')));
  return (_href, _term, { title, weight }) => (isAsked(title) ? 5 : weight);
}

/** Shows the best results of each group, the group with the best one first. */
function show(results, query) {
  const groups = Object.entries(Object.groupBy(results, ({ group }) => group)).map(([name, listed]) => {
    const group = document.createElement('div');
    group.role = 'group';
    group.ariaLabel = name;
    group.append(...listed.slice(0, 6).map(toLink));
    return group;
  });
  found.replaceChildren(...(groups.length > 0 ? groups : [`No page has “${query}”.`]));
  found.hidden = false;
}

function toLink({ href, page, title, text, match }) {
  const link = document.createElement('a');
  link.href = `${root}/${href}`;
  const place = document.createElement('strong');
  place.textContent = title === page ? page : `${page}: ${title}`;
  link.append(place, excerpt(text, match));
  return link;
}

/** The beginning of a text whose title was found, or else the text around the first word that was found, in whole words. */
function excerpt(text, match) {
  const isTitle = Object.values(match).some((fields) => fields.includes('title'));
  const places = Object.keys(match).map((term) => text.toLowerCase().indexOf(term));
  const first = isTitle ? 0 : Math.min(...places.filter((place) => place >= 0), text.length);
  const start = first > 60 && first < text.length ? text.indexOf(' ', first - 30) + 1 : 0;
  const end = text.length > start + 140 ? text.lastIndexOf(' ', start + 140) : text.length;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

async function search() {
  loading ??= prepare();
  const index = await loading;
  const text = input.value.trim();
  if (text) show(index.search(text, { boostDocument: weigh(text) }), text);
  else found.hidden = true;
}

input.addEventListener('focus', () => {
  loading ??= prepare();
});
input.addEventListener('input', search);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  if (event.key === 'Enter' && document.activeElement === input) found.querySelector('a')?.click();
  const isTyping = document.activeElement instanceof HTMLInputElement;
  if (event.key !== '/' || isTyping) return;
  event.preventDefault();
  input.focus();
});
addEventListener('click', ({ target }) => {
  if (!target.closest('search')) found.hidden = true;
});
