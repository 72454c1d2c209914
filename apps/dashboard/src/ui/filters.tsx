import { type ReactNode, useEffect, useState } from 'react';
import { SelectField, TextField } from './field.tsx';
import styles from './filters.module.css';
import { useSearch } from './use-search.ts';

/** The pause that ends the typing. */
const pauseInMs = 250;

/** Filters of a list in a row. */
export function Filters({ children }: { children: ReactNode }): ReactNode {
  return (
    <search aria-label="Filters" className={styles['filters']}>
      {children}
    </search>
  );
}

/** Filters a list by one of several values, which the address of the page contains. */
export function SelectFilter({
  label,
  name,
  options,
}: {
  label: string;
  name: string;
  options: [value: string, label: string][];
}): ReactNode {
  const [search, setSearch] = useSearch();
  return (
    <SelectField
      label={label}
      value={search[name] ?? ''}
      onChange={({ target }) => setSearch({ [name]: target.value, cursor: undefined })}
    >
      <option value="">All</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

interface TextFilterProps {
  label: string;
  name: string;
  placeholder?: string;
  type?: 'search' | 'number';
}

/** Filters a list by a text when the typing pauses. */
export function TextFilter({ label, name, placeholder, type = 'search' }: TextFilterProps): ReactNode {
  const [search, setSearch] = useSearch();
  const current = search[name] ?? '';
  const [text, setText] = useState(current);
  useEffect(() => setText(current), [current]);
  useEffect(() => {
    if (text === current) return undefined;
    const timer = setTimeout(() => setSearch({ [name]: text, cursor: undefined }, { replace: true }), pauseInMs);
    return () => clearTimeout(timer);
  }, [text, current, name, setSearch]);
  return (
    <TextField
      label={label}
      type={type}
      placeholder={placeholder}
      maxLength={200}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
