import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useNow } from '../api/use-now.ts';
import { Button } from './button.tsx';
import { type Option, SelectField, TextField } from './field.tsx';
import { inputText } from './text.ts';
import { type Search, useSearch } from './use-search.ts';

/** The pause that ends the typing. */
const pauseInMs = 250;
const hourInMs = 3_600_000;

/** A value in the address of the page by which a list is filtered. */
interface Filter {
  name: string;
  label: string;
  /** The values to choose from. Default: any text. */
  options?: readonly Option[];
  /** The choice of no value. Default: All. */
  all?: string;
  placeholder?: string;
  /** A time is in milliseconds since 1970. Default: a text. */
  type?: 'number' | 'time';
  /** Whether it is folded away until one of these is used. */
  isFolded?: boolean;
}

/** Which filters a list has. */
export interface FiltersProps {
  filters?: Filter[];
  /** Whether the list is filtered and sorted by time. */
  isTimed?: boolean;
}

const timed: Filter[] = [
  { name: 'sort', label: 'Order', all: 'Newest first', options: [['oldest', 'Oldest first']] },
  { name: 'from', label: 'From', type: 'time', isFolded: true },
  { name: 'to', label: 'Before', type: 'time', isFolded: true },
];

/** Every filter that a list has, and its order. */
export function allFilters({ filters = [], isTimed = false }: FiltersProps): Filter[] {
  return isTimed ? [...filters, ...timed] : filters;
}

/** Filters of a list, and its order. */
export function Filters(props: FiltersProps): ReactNode {
  const [search] = useSearch();
  const { shown, folded } = Object.groupBy(allFilters(props), ({ isFolded }) => (isFolded ? 'folded' : 'shown'));
  return (
    <search aria-label="Filters" className="stack">
      {shown && <FilterFields filters={shown} />}
      {props.isTimed && <RecentButtons />}
      {folded && (
        <details open={folded.some(({ name }) => search[name] !== undefined)}>
          <summary>More filters</summary>
          <FilterFields filters={folded} />
        </details>
      )}
    </search>
  );
}

function FilterFields({ filters }: { filters: Filter[] }): ReactNode {
  return (
    <div className="grid">
      {filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} />
      ))}
    </div>
  );
}

/** Shows what is recent by the tenant's clock. Days are those of the reader. */
function RecentButtons(): ReactNode {
  const [search, setFilters] = useFilters();
  const now = useNow((time) => time);
  if (now === undefined) return null;
  const show = (from: number) => setFilters({ from: String(from), to: undefined });
  return (
    <div className="row">
      <Button onClick={() => show(now - hourInMs)}>Last hour</Button>
      <Button onClick={() => show(new Date(now).setHours(0, 0, 0, 0))}>Today</Button>
      {isFiltered(search) && <ClearButton />}
    </div>
  );
}

/** Shows the whole list again, in its order. */
export function ClearButton(): ReactNode {
  const [search, setFilters] = useFilters();
  const none = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
  return (
    <Button tone="quiet" icon={X} onClick={() => setFilters({ ...none, sort: search['sort'] })}>
      Clear the filters
    </Button>
  );
}

/** Whether the address has more than the order of a list. */
export function isFiltered({ sort: _sort, cursor: _cursor, ...filters }: Search): boolean {
  return Object.keys(filters).length > 0;
}

/** The address of the page. A change begins at the first page of the list. */
function useFilters(): ReturnType<typeof useSearch> {
  const [search, setSearch] = useSearch();
  return [search, (changes, options) => setSearch({ ...changes, cursor: undefined }, options)];
}

function FilterField({ filter }: { filter: Filter }): ReactNode {
  const { name, label, options, all = 'All' } = filter;
  const [{ [name]: value = '' }, setFilters] = useFilters();
  if (options) {
    const set = (next: string) => setFilters({ [name]: next });
    return <SelectField label={label} options={[['', all], ...options]} value={value} onValue={set} />;
  }
  const set = (next: string) => setFilters({ [name]: next }, { replace: true });
  return <TextFilter filter={filter} value={value} onValue={set} />;
}

interface TextFilterProps {
  filter: Filter;
  value: string;
  onValue(value: string): void;
}

function TextFilter({ filter: { label, placeholder, type }, value, onValue }: TextFilterProps): ReactNode {
  const isTime = type === 'time';
  const shown = isTime && value !== '' ? inputText(Number(value)).slice(0, latestInput.length) : value;
  const [text, setText] = useTyped(shown, (typed) =>
    onValue(isTime && typed !== '' ? String(Date.parse(typed)) : typed),
  );
  const input = isTime ? { type: 'datetime-local', max: latestInput } : { type: type ?? 'search', maxLength: 200 };
  return <TextField label={label} placeholder={placeholder} {...input} value={text} onValue={setText} />;
}

/** With it, browsers go on to the hours after four digits of the year. */
const latestInput = '9999-12-31T23:59';

/** A text that is reported when the typing pauses, and follows its value. */
export function useTyped(value: string, onPause: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onPause(text), pauseInMs);
    return () => clearTimeout(timer);
  });
  return [text, setText];
}
