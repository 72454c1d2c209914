import { X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useNow } from '../api/use-now.ts';
import { Button } from './button.tsx';
import { type Option, SelectField, TextField } from './field.tsx';
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
  placeholder?: string;
  /** A time is in milliseconds since 1970. Default: a text. */
  type?: 'number' | 'time';
}

interface FiltersProps {
  filters: Filter[];
  /** Those that are folded away until one is used. */
  more?: Filter[];
  /** Whether the list is filtered and sorted by time. */
  isTimed?: boolean;
}

const times: Filter[] = [
  { name: 'from', label: 'From', type: 'time' },
  { name: 'to', label: 'Before', type: 'time' },
];

/** Filters of a list, and its order. */
export function Filters({ filters, more = [], isTimed = false }: FiltersProps): ReactNode {
  const [search] = useSearch();
  const folded = isTimed ? [...more, ...times] : more;
  return (
    <search aria-label="Filters" className="stack">
      <div className="grid">
        {filters.map((filter) => (
          <FilterField key={filter.name} {...filter} />
        ))}
        {isTimed && <FilterField name="sort" label="Order" all="Newest first" options={[['oldest', 'Oldest first']]} />}
      </div>
      {isTimed && <RecentButtons />}
      {folded.length > 0 && (
        <details open={folded.some(({ name }) => search[name] !== undefined)}>
          <summary>More filters</summary>
          <div className="grid">
            {folded.map((filter) => (
              <FilterField key={filter.name} {...filter} />
            ))}
          </div>
        </details>
      )}
    </search>
  );
}

/** Shows what is recent by the tenant's clock. Days are those of the reader. */
function RecentButtons(): ReactNode {
  const [search, setFilters] = useFilters();
  const now = useNow();
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

/** In place of a list in which nothing matches. */
export function NoMatch({ what }: { what: string }): ReactNode {
  return (
    <>
      No {what} matches these filters. <ClearButton />
    </>
  );
}

function ClearButton(): ReactNode {
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

/** Without a value, it shows `all`. */
function FilterField({ name, label, options, all = 'All', ...look }: Filter & { all?: string }): ReactNode {
  const [{ [name]: value = '' }, setFilters] = useFilters();
  if (options) {
    const set = (next: string) => setFilters({ [name]: next });
    return <SelectField label={label} options={[['', all], ...options]} value={value} onValue={set} />;
  }
  return (
    <TextFilter
      label={label}
      {...look}
      value={value}
      onValue={(next) => setFilters({ [name]: next }, { replace: true })}
    />
  );
}

interface TextFilterProps extends Omit<Filter, 'name' | 'options'> {
  value: string;
  onValue(value: string): void;
}

function TextFilter({ value, onValue, type, ...look }: TextFilterProps): ReactNode {
  const isTime = type === 'time';
  const [text, setText] = useTyped(isTime ? toInput(value) : value, (typed) =>
    onValue(isTime && typed !== '' ? String(Date.parse(typed)) : typed),
  );
  const input = isTime ? { type: 'datetime-local', max: latestInput } : { type: type ?? 'search', maxLength: 200 };
  return <TextField {...look} {...input} value={text} onValue={setText} />;
}

/** With it, browsers go on to the hours after four digits of the year. */
const latestInput = '9999-12-31T23:59';

/** Milliseconds since 1970 as an input for local time has them; empty if they are no time. */
function toInput(value: string): string {
  const at = value === '' ? Number.NaN : Number(value);
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, latestInput.length);
}

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
