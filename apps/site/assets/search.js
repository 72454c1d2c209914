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
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text', 'href', 'weight'],
    // PARTY-3 is one word; exactly-once is two.
    tokenize: (text) => text.split(/[^\p{L}\p{N}-]+|-(?!\d)/u),
    // Words that a question adds.
    processTerm: (term) =>
      /^(a|an|and|are|can|do|does|how|i|is|my|of|the|to|what|when|why)$/i.test(term) ? null : term.toLowerCase(),
    searchOptions: {
      prefix: true,
      // Results with more of the words come first.
      combineWith: 'OR',
      boost: { title: 4, page: 2 },
      boostDocument: (_id, _term, { weight }) => weight,
    },
  });
  index.addAll(globalThis.searchParts);
  return index;
}

function show(results) {
  const links = results.slice(0, 20).map(({ href, page, title, text }) => {
    const link = document.createElement('a');
    link.href = `${root}/${href}`;
    const place = document.createElement('strong');
    place.textContent = title === page ? page : `${page}: ${title}`;
    link.append(place, text.slice(0, 120));
    return link;
  });
  found.replaceChildren(...(links.length > 0 ? links : ['Nothing found.']));
  found.hidden = false;
}

async function search() {
  loading ??= prepare();
  const index = await loading;
  const text = input.value.trim();
  if (text) show(index.search(text));
  else found.hidden = true;
}

input.addEventListener('focus', () => {
  loading ??= prepare();
});
input.addEventListener('input', search);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  const isTyping = document.activeElement instanceof HTMLInputElement;
  if (event.key !== '/' || isTyping) return;
  event.preventDefault();
  input.focus();
});
addEventListener('click', ({ target }) => {
  if (!target.closest('search')) found.hidden = true;
});
