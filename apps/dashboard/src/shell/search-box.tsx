import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useTenantId } from '../api/use-tenant-state.ts';
import { useSearch } from '../ui/use-search.ts';
import styles from './search-box.module.css';

/** The pause that ends the typing. */
const pauseInMs = 250;

/** Searches contracts, requests and deliveries. The key `/` focuses it from anywhere. */
export function SearchBox(): ReactNode {
  const href = `/dashboard/${useTenantId()}/search`;
  const [location, navigate] = useLocation();
  const [{ q = '' }] = useSearch();
  const isShown = location === href;
  const current = isShown ? q : '';
  const [text, setText] = useState(current);
  const input = useRef<HTMLInputElement>(null);
  useSlash(() => input.current?.focus());
  useEffect(() => setText(current), [current]);
  useEffect(() => {
    if (text.trim() === '' || text === current) return undefined;
    const search = () => navigate(`${href}?q=${encodeURIComponent(text)}`, { replace: isShown });
    const timer = setTimeout(search, pauseInMs);
    return () => clearTimeout(timer);
  }, [text, current, href, isShown, navigate]);
  return (
    <search className={styles['box']}>
      <Search aria-hidden size={16} className={styles['icon']} />
      <input
        ref={input}
        type="search"
        className={styles['input']}
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
      <kbd aria-hidden className={styles['key']}>
        /
      </kbd>
    </search>
  );
}

/** Calls back when `/` is pressed outside an input. */
function useSlash(onSlash: () => void): void {
  const latest = useRef(onSlash);
  latest.current = onSlash;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
