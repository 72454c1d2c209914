import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useTyped } from '../ui/filters.tsx';
import { useSearch } from '../ui/use-search.ts';

/** Searches contracts, requests and deliveries. The key `/` focuses it from anywhere. */
export function SearchBox(): ReactNode {
  const [location, navigate] = useLocation();
  const [{ q = '' }] = useSearch();
  const isShown = location === '/search';
  const [text, setText] = useTyped(isShown ? q : '', (typed) => {
    if (typed.trim() !== '') navigate(`/search?q=${encodeURIComponent(typed)}`, { replace: isShown });
  });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <search className="search-box">
      <Search aria-hidden size={16} />
      <input
        ref={input}
        type="search"
        aria-label="Search contracts, requests and deliveries"
        aria-keyshortcuts="/"
        placeholder="Search"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') currentTarget.blur();
        }}
      />
      <kbd aria-hidden>/</kbd>
    </search>
  );
}
